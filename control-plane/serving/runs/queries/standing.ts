import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import { startedByCall } from "../../../ground/store/rows/started-by-call.ts";

/** How many runs of all Projects there are in each state, and for how many seconds the most overdue one has been due. */
export interface RunStanding {
  ready: number;
  blocked: number;
  waiting: number;
  running: number;
  late: number;
  /** Approvals that nobody has decided. */
  approvals: number;
}

/** Counts with partial indexes, so the cost depends on the runs that have not ended. */
export async function runStanding({ store, clock }: Pick<App, "store" | "clock">): Promise<RunStanding> {
  const { rows } = await store.inInstallation(
    ({ tx }) =>
      sql<RunStanding>`
        select (select count(*) from runs where queue = 'ready' and ${startedByCall()})::float8 as ready,
          (select count(*) from runs where queue = 'blocked' and ${startedByCall()})::float8 as blocked,
          (select count(*) from runs where finished_at is null and status = 'waiting')::float8 as waiting,
          (select count(*) from runs where status = 'running' and ${startedByCall()})::float8 as running,
          (select count(*) from approvals where status = 'pending')::float8 as approvals,
          coalesce((select greatest(0, extract(epoch from ${clock()} - min(due_at)))
            from runs where queue = 'ready' and ${startedByCall()}), 0)::float8 as late`.execute(tx),
    { readOnly: true },
  );
  const [standing] = rows;
  if (standing === undefined) throw new Error("A count has no row.");
  return standing;
}
