import { said, searchFlag, searchOneOf, searchText } from "../../shell/page/search-params.ts";

const kinds = ["source", "npm"] as const;
const sorts = ["name", "-name", "updatedAt", "-updatedAt"] as const;

export interface LibrariesSearch {
  /** A part of the name. */
  q?: string | undefined;
  kind?: (typeof kinds)[number] | undefined;
  sort?: (typeof sorts)[number] | undefined;
  create?: true | undefined;
}

export interface LibrarySearch {
  /** The code when not set. */
  tab?: "changes" | undefined;
}

/** The state of the list, from its URL. */
export const librariesSearch = (search: Record<string, unknown>): LibrariesSearch =>
  said<LibrariesSearch>({
    q: searchText(search["q"]),
    kind: searchOneOf(kinds, search["kind"]),
    sort: searchOneOf(sorts, search["sort"]),
    create: searchFlag(search["create"]),
  });

/** The state of one Library's page, from its URL. */
export const librarySearch = (search: Record<string, unknown>): LibrarySearch =>
  said<LibrarySearch>({ tab: search["tab"] === "changes" ? "changes" : undefined });
