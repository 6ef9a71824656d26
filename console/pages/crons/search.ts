import { cronRunStatuses, type CronRunStatus } from "@ferrule/contract/states.ts";
import { said, searchOneOf, searchText } from "../../shell/search-params.ts";

export interface CronsSearch {
  /** The one whose detail is open. */
  cron?: string | undefined;
  /** The form is open: for a new one, or for the one whose detail is open. */
  form?: "new" | "edit" | undefined;
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
    function: searchText(search["function"], 128),
    run: searchOneOf(cronRunStatuses, search["run"]),
  });
