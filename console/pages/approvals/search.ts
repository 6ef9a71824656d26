import { oneOf, searchOf, text } from "../../shell/page/search-params.ts";

/** The state of the inbox, from its URL. */
export const approvalsSearch = searchOf({
  /** Those that wait for anybody; without it, those that wait for the reader. */
  show: oneOf(["waiting", "decided"]),
});

/** The state of one approval's page, from its URL. */
export const approvalSearch = searchOf({
  /** The token of a signed link. */
  link: text(1_000),
});
