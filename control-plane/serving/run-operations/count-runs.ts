import type { RunCounts } from "@ferrule/contract/resources/run.ts";
import { isOpenRun, runStatuses } from "@ferrule/contract/states.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { listPausedRows } from "./queries/paused.ts";
import { tellsStates } from "./queries/run-filters.ts";
import { countRunRows } from "./queries/runs.ts";

/** As far as runs of one state are counted. */
const mostCounted = 10_000;

/** How many runs are in each state, counted up to a bound, and the paused Functions. */
export const countRuns: Handlers["countRuns"] = async ({ scope, query }) => {
  const counted = await countRunRows(scope, query, mostCounted + 1);
  const byStatus = new Map(counted.map((one) => [one.status, one]));
  // An index that does not tell the states apart was not read to its end, so nobody knows how many there are of each.
  const areMore = !tellsStates(query) && counted.some(({ status, isMore }) => isMore && !isOpenRun(status));
  const counts = Object.fromEntries(
    runStatuses.map((status) => {
      const { count = 0, isMore = false } = byStatus.get(status) ?? {};
      const atLeast = isMore || count > mostCounted || (areMore && !isOpenRun(status));
      return [status, { count: Math.min(count, mostCounted), atLeast }];
    }),
  ) as RunCounts["counts"];
  const paused = await listPausedRows(scope, query);
  return { counts, paused: paused.map(({ pausedAt, ...rest }) => ({ ...rest, pausedAt: pausedAt.toISOString() })) };
};
