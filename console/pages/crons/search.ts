import { cronRunStatuses } from "@ferrule/contract/states.ts";
import { id, oneOf, searchOf, sortOf, text } from "../../shell/page/search-params.ts";

/** The state of the crons' page, from its URL. */
export const cronsSearch = searchOf({
  /** The cron whose detail is open. */
  cron: id,
  /** The form is open: for a new cron, or for the one whose detail is open. */
  form: oneOf(["new", "edit"]),
  /** A part of the name. */
  q: text(),
  /** The list's order, in the server's notation; newest first when not set. */
  sort: sortOf("name", "updatedAt"),
  /** Filters by this Function. */
  function: id,
  /** Filters the runs in the detail by this state. */
  run: oneOf(cronRunStatuses),
});

export type CronsSearch = ReturnType<typeof cronsSearch>;
