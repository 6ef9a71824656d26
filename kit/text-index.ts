import MiniSearch from "minisearch";

/** A piece of text that a search finds as a whole. */
export interface Passage {
  /** Its address, with the anchor. */
  address: string;
  /** The title of its page. */
  page: string;
  heading: string;
  text: string;
}

/** A passage that matches, with the words around the first match in place of its whole text. */
export interface FoundPassage extends Passage {
  /** At most 220 characters. */
  text: string;
}

/** Finds passages. */
export interface TextIndex {
  /**
   * The passages that contain all the words, best match first; with `any`, those that contain some of them. Of a longer
   * question, only its beginning counts.
   */
  find: (words: string, most: number, wish?: { any?: boolean }) => FoundPassage[];
}

const options = {
  idField: "id",
  fields: ["heading", "page", "text"],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
    combineWith: "AND" as const,
  },
};

/** More than people ask for. It bounds the work for one question. */
const mostCharacters = 100;
const mostWords = 8;
const around = 70;

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const begin = first === 0 ? 0 : Math.max(0, text.lastIndexOf(" ", first - around) + 1);
  const end = begin + around * 3;
  return `${begin > 0 ? "… " : ""}${text.slice(begin, end).trim()}${text.length > end ? " …" : ""}`;
}

/** Makes the index of these passages, as text for `readTextIndex`. */
export function writeTextIndex(passages: readonly Passage[]): string {
  const index = new MiniSearch(options);
  index.addAll(passages.map((passage, id) => ({ id, ...passage })));
  return JSON.stringify({ passages, index });
}

/** Reads what `writeTextIndex` has written. @throws Error when it is something else */
export function readTextIndex(written: string): TextIndex {
  const { passages, index } = JSON.parse(written) as { passages: Passage[]; index: object };
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], options);
  return {
    find(words, most, { any = false } = {}) {
      const asked = words.slice(0, mostCharacters).split(/\s+/).slice(0, mostWords).join(" ");
      return search
        .search(asked, any ? { combineWith: "OR" } : {})
        .slice(0, most)
        .map(({ id, terms }) => {
          const passage = passages[id as number]!;
          return { ...passage, text: excerptOf(passage.text, terms) };
        });
    },
  };
}
