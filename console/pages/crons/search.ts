import { cronRunStatuses, type CronRunStatus } from "@ferrule/contract/states.ts";
import { said, searchOneOf, searchText } from "../../shell/page/search-params.ts";

const sorts = ["name", "-name", "updatedAt", "-updatedAt"] as const;

export interface CronsSearch {
  /** The cron whose detail is open. */
  cron?: string | undefined;
  /** The form is open: for a new cron, or for the one whose detail is open. */
  form?: "new" | "edit" | undefined;
  /** A part of the name. */
  q?: string | undefined;
  /** The list's order, in the server's notation; newest first when not set. */
  sort?: (typeof sorts)[number] | undefined;
  /** Filters by this Function. */
  function?: string | undefined;
  /** Filters the runs in the detail by this state. */
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
