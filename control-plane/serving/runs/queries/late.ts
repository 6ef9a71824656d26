import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import { startedByCall } from "../../../ground/store/rows/started-by-call.ts";

/** If no worker has taken a cron run this long after it was due, it is too late to start it. */
export const startWithin = "5 minutes";

/**
 * For a row called `run`: whether its deadline has passed. A cron run or a delivery that is running comes to its end. One
 * that waits for its turn, or until its Function goes on, is not late.
 */
export const late = (clock: Clock) => sql<boolean>`run.finished_at is null and run.deadline_at <= ${clock()}
  and (${startedByCall("run")} or (run.status = 'queued' and (run.mode = 'delivery' or run.queue <> 'blocked')))`;

/** For a row called `r`: whether it is a cron run that is tried again. Meanwhile, it keeps its place in its lane. */
export const retried = sql<boolean>`(r.mode = 'cron' and r.attempt > 0)`;
