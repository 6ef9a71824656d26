import MiniSearch from "minisearch";
import { docs } from "./doc-texts.ts";
import { splitSections } from "./split-sections.ts";

/** A section that matches a search. */
export interface FoundSection {
  slug: string;
  /** The page's title. */
  title: string;
  heading: string;
  hash: string;
  /** The words around the first match. */
  excerpt: string;
}

const sections = docs.flatMap(({ slug, title, text }) =>
  splitSections(text).map((section, index) => ({ id: `${slug} ${index}`, slug, title, ...section })),
);
const byId = new Map(sections.map((section) => [section.id, section]));

const index = new MiniSearch<(typeof sections)[number]>({
  fields: ["heading", "title", "text"],
  searchOptions: {
    boost: { heading: 4, title: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: "AND",
  },
});
index.addAll(sections);

const around = 70;

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => lower.indexOf(term)).filter((found) => found >= 0), text.length),
  );
  const begin = at === text.length ? 0 : Math.max(0, text.lastIndexOf(" ", at - around) + 1);
  return `${begin > 0 ? "… " : ""}${text.slice(begin, begin + around * 3).trim()}${text.length > begin + around * 3 ? " …" : ""}`;
}

/** The sections of the documentation that contain all the words, best match first. */
export const searchDocs = (words: string, most: number): FoundSection[] =>
  index
    .search(words)
    .slice(0, most)
    .flatMap(({ id, terms }) => {
      const section = byId.get(id as string);
      if (!section) return [];
      const { slug, title, heading, hash, text } = section;
      return [{ slug, title, heading, hash, excerpt: excerptOf(text, terms) }];
    });
