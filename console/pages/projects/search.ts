import { flag, oneOf, searchOf, text } from "../../shell/page/search-params.ts";

/** The state of the page, from its URL. */
export const projectsSearch = searchOf({
  /** A part of the name or slug. */
  q: text(),
  status: oneOf(["active", "archived"]),
  create: flag,
});
