import { searchOf, text } from "../../shell/page/search-params.ts";

/** The state of the previews' page, from its URL. */
export const previewsSearch = searchOf({
  /** The name of the preview whose detail is open. */
  preview: text(40),
});
