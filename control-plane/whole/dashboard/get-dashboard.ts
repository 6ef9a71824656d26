import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { listWorkerRows, type WorkerRow } from "../../ground/workers/queries.ts";
import { chooseSteps } from "./choose-steps.ts";
import { listActive, listFunctionSums, listRollups, readFirstCall, type FunctionRow } from "./queries/deployments.ts";
import { listCallerSums } from "./queries/callers.ts";
import { listLateCrons, listUpcomingCrons } from "./queries/crons.ts";
import { errorRate, sumTraffic } from "./sum-traffic.ts";

const shown = 5;
/** The time of three missed reports of a worker. */
const lostAfterMs = 15_000;

const toWorker = ({ startedAt, lastSeenAt, ...worker }: WorkerRow) => ({
  ...worker,
  status: sharedNow() - lastSeenAt.getTime() > lostAfterMs ? ("lost" as const) : ("up" as const),
  startedAt: startedAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});

const withRate = (row: FunctionRow) => ({ ...row, errorRate: errorRate(row) });

/** The Project's state and traffic. It reads only rollups, so a window costs the same however many calls it covers. */
export const getDashboard: Handlers["getDashboard"] = async ({ app, scope, query }) => {
  const { environment, window } = query;
  const now = sharedNow();
  const firstCallAt = await readFirstCall(scope, environment);
  const { seconds, stepMs, steps, fromMs } = chooseSteps(window, now, firstCallAt);
  const part = { environment, seconds, from: new Date(fromMs) };
  const rollups = await listRollups(scope, part);
  const { busiest, failing } = await listFunctionSums(scope, part, shown);
  const callers = await listCallerSums(scope, { environment, window, from: fromMs }, shown);
  const active = await listActive(scope);
  const upcoming = await listUpcomingCrons(scope, environment, shown);
  const late = await listLateCrons(scope, app.clock, environment, shown);
  const workers = await listWorkerRows(scope);
  const byStep = Map.groupBy(rollups, ({ bucketAt }) => Math.floor((bucketAt.getTime() - fromMs) / stepMs));
  const series = Array.from({ length: steps }, (_, step) => ({
    at: new Date(fromMs + step * stepMs).toISOString(),
    ...sumTraffic(byStep.get(step) ?? []),
  }));
  return {
    environment,
    window,
    from: new Date(fromMs).toISOString(),
    to: new Date(now).toISOString(),
    firstCallAt: firstCallAt !== null && firstCallAt >= fromMs ? new Date(firstCallAt).toISOString() : null,
    ...sumTraffic(rollups),
    series,
    busiest: busiest.map(withRate),
    failing: failing.map(withRate),
    callers: callers.map(({ caller, ...sums }) => ({ ...caller, ...sums, errorRate: errorRate(sums) })),
    activeDeployments: active.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() })),
    upcomingCrons: upcoming.map(({ nextRunAt, ...rest }) => ({ ...rest, nextRunAt: nextRunAt.toISOString() })),
    lateCrons: late.map(({ scheduledFor, ...rest }) => ({ ...rest, scheduledFor: scheduledFor.toISOString() })),
    workers: workers.map(toWorker),
  };
};
