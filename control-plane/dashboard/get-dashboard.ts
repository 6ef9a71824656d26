import type { DashboardWindow } from "@ferrule/contract/resources/dashboard.ts";
import type { Handlers } from "../http/handler.ts";
import { listWorkerRows, type WorkerRow } from "../workers/records.ts";
import { listActive, listFunctionSums, listRollups, type FunctionRow } from "./records.ts";
import { listLateCrons, listUpcomingCrons } from "./cron-records.ts";
import { errorRate, sumTraffic } from "./sum-traffic.ts";

const minuteMs = 60_000;

/** Of what sums a window is made, in seconds, and the steps that it is shown in. */
const windows: Record<DashboardWindow, { seconds: number; stepMs: number; steps: number }> = {
  "1h": { seconds: 60, stepMs: minuteMs, steps: 60 },
  "24h": { seconds: 900, stepMs: 15 * minuteMs, steps: 96 },
  "7d": { seconds: 900, stepMs: 120 * minuteMs, steps: 84 },
};

const shown = 5;
/** Three of a worker's reports missed. */
const lostAfterMs = 15_000;

const toWorker = ({ startedAt, lastSeenAt, ...worker }: WorkerRow) => ({
  ...worker,
  status: Date.now() - lastSeenAt.getTime() > lostAfterMs ? ("lost" as const) : ("up" as const),
  startedAt: startedAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});

const withRate = (row: FunctionRow) => ({ ...row, errorRate: errorRate(row) });

/** How the Project is doing, read from sums alone, so that a window costs the same however many calls are in it. */
export const getDashboard: Handlers["getDashboard"] = async ({ app, scope, query }) => {
  const { environment, window } = query;
  const { seconds, stepMs, steps } = windows[window];
  const now = Date.now();
  const fromMs = (Math.floor(now / stepMs) - steps + 1) * stepMs;
  const part = { environment, seconds, from: new Date(fromMs) };
  const rollups = await listRollups(scope, part);
  const functions = await listFunctionSums(scope, part);
  const active = await listActive(scope);
  const upcoming = await listUpcomingCrons(scope, environment, shown);
  const late = await listLateCrons(scope, app.clock, environment, shown);
  const workers = await listWorkerRows(scope);
  const byStep = Map.groupBy(rollups, ({ bucketAt }) => Math.floor((bucketAt.getTime() - fromMs) / stepMs));
  const series = Array.from({ length: steps }, (_, step) => ({
    at: new Date(fromMs + step * stepMs).toISOString(),
    ...sumTraffic(byStep.get(step) ?? []),
  }));
  const failing = functions.filter(({ failed }) => failed > 0).toSorted((one, other) => other.failed - one.failed);
  return {
    environment,
    window,
    from: new Date(fromMs).toISOString(),
    to: new Date(now).toISOString(),
    ...sumTraffic(rollups),
    series,
    busiest: functions.slice(0, shown).map(withRate),
    failing: failing.slice(0, shown).map(withRate),
    activeDeployments: active.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() })),
    upcomingCrons: upcoming.map(({ nextRunAt, ...rest }) => ({ ...rest, nextRunAt: nextRunAt.toISOString() })),
    lateCrons: late.map(({ scheduledFor, ...rest }) => ({ ...rest, scheduledFor: scheduledFor.toISOString() })),
    workers: workers.map(toWorker),
  };
};
