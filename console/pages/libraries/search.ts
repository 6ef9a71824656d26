import { flag, oneOf, searchOf, sortOf, text } from "../../shell/page/search-params.ts";

/** The state of the list, from its URL. */
export const librariesSearch = searchOf({
  /** A part of the name. */
  q: text(),
  kind: oneOf(["source", "npm"]),
  sort: sortOf("name", "updatedAt"),
  create: flag,
});

/** The state of one Library's page, from its URL. */
export const librarySearch = searchOf({
  /** The code when not set. */
  tab: oneOf(["changes"]),
});
