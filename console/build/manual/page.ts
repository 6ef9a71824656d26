/** A page of the documentation. */
export interface Page {
  /** Its address below `/docs/`; the page that introduces Ferrule has none. */
  slug: string;
  /** Its file, from the repository's root, with `/`. */
  file: string;
  title: string;
  /** As people wrote it. */
  markdown: string;
}

/** The address at which a page is served. */
export const addressOf = ({ slug }: Pick<Page, "slug">): string => (slug === "" ? "/docs" : `/docs/${slug}`);
