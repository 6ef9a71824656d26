import { id, searchOf, text } from "../../shell/page/search-params.ts";

/** The state of the page, from its URL. */
export const templatesSearch = searchOf({
  /** A part of the name, the summary or what it creates. */
  q: text(),
  category: text(60),
  /** The template whose detail is open. */
  template: id,
  /** The endpoint to install onto; a new one when not set. */
  onto: id,
});
