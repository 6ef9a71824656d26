import { cronRunStatuses, type CronRunStatus } from "@ferrule/contract/states.ts";
import { said, searchOneOf, searchText } from "../../shell/search-params.ts";

const sorts = ["name", "-name", "updatedAt", "-updatedAt"] as const;
/** The order of the list, as the server calls it; the newest first without one. */
export type CronSort = (typeof sorts)[number];

export interface CronsSearch {
  /** The one whose detail is open. */
  cron?: string | undefined;
  /** The form is open: for a new one, or for the one whose detail is open. */
  form?: "new" | "edit" | undefined;
  /** A part of the name. */
  q?: string | undefined;
  sort?: CronSort | undefined;
  /** Only those of this Function. */
  function?: string | undefined;
  /** Only runs of this state, in the detail. */
  run?: CronRunStatus | undefined;
}

/** The state of the crons' page, from its URL. */
export const cronsSearch = (search: Record<string, unknown>): CronsSearch =>
  said<CronsSearch>({
    cron: searchText(search["cron"], 128),
    form: searchOneOf(["new", "edit"] as const, search["form"]),
    q: searchText(search["q"]),
    sort: searchOneOf(sorts, search["sort"]),
    function: searchText(search["function"], 128),
    run: searchOneOf(cronRunStatuses, search["run"]),
  });
