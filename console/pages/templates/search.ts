import { said, searchText } from "../../shell/page/search-params.ts";

export interface TemplatesSearch {
  /** A part of the name, the summary or what it creates. */
  q?: string | undefined;
  category?: string | undefined;
  /** The template whose detail is open. */
  template?: string | undefined;
  /** The endpoint to install onto; a new one when not set. */
  onto?: string | undefined;
}

/** The state of the page, from its URL. */
export const templatesSearch = (search: Record<string, unknown>): TemplatesSearch =>
  said<TemplatesSearch>({
    q: searchText(search["q"]),
    category: searchText(search["category"], 60),
    template: searchText(search["template"], 128),
    onto: searchText(search["onto"], 128),
  });
