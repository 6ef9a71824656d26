import type { RunCounts } from "@ferrule/contract/resources/run.ts";
import { runStatuses } from "@ferrule/contract/states.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { listPausedRows } from "./queries/paused.ts";
import { countRunRows } from "./queries/runs.ts";

/** As far as runs of one state are counted. */
const mostCounted = 10_000;

/** How many runs are in each state, counted up to a bound, and the paused Functions. */
export const countRuns: Handlers["countRuns"] = async ({ scope, query }) => {
  const counted = await countRunRows(scope, query, mostCounted + 1);
  const counts = Object.fromEntries(
    runStatuses.map((status) => {
      const count = counted.get(status) ?? 0;
      return [status, { count: Math.min(count, mostCounted), atLeast: count > mostCounted }];
    }),
  ) as RunCounts["counts"];
  const paused = await listPausedRows(scope, query);
  return { counts, paused: paused.map(({ pausedAt, ...rest }) => ({ ...rest, pausedAt: pausedAt.toISOString() })) };
};
