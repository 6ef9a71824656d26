import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { listWorkerRows, type WorkerRow } from "../../ground/workers/queries.ts";
import { touchedByFailures } from "../../observed/executions/queries/touched-by-failures.ts";
import { listActive } from "./queries/deployments.ts";
import { listCallerSums } from "./queries/callers.ts";
import { listLateCrons, listUpcomingCrons } from "./queries/crons.ts";
import { endpointNames, listSums, wholeProject, type Part } from "./queries/traffic.ts";
import { readTraffic } from "./read-traffic.ts";
import { errorRate } from "./sum-traffic.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

const shown = 5;
/** So many of the newest failures say whom they touch. */
const mostLooked = 500;
/** The time of three missed reports of a worker. */
const lostAfterMs = 15_000;

const toWorker = ({ startedAt, lastSeenAt, ...worker }: WorkerRow) => ({
  ...worker,
  status: sharedNow() - lastSeenAt.getTime() > lostAfterMs ? ("lost" as const) : ("up" as const),
  startedAt: startedAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});

const countsOf = ({ calls, failed }: { calls: number; failed: number }) => ({
  calls,
  failed,
  errorRate: errorRate({ calls, failed }),
});

/** What is called most and what fails most, since when and for whom. */
async function readLists(scope: ProjectScope, part: Part) {
  const functions = await listSums(scope, "function", part, shown);
  const endpoints = await listSums(scope, "endpoint", part, shown);
  const isFailing = functions.failing.length + endpoints.failing.length > 0;
  const touched = isFailing ? await touchedByFailures(scope, part, mostLooked) : new Map<string, never>();
  const names = await endpointNames(
    scope,
    endpoints.failing.map(({ id }) => id),
  );
  const failing = (row: (typeof functions.failing)[number]) => ({
    ...countsOf(row),
    failingSince: row.failingSince.toISOString(),
    ...(touched.get(row.id) ?? { looked: 0, callers: 0, tenants: 0 }),
  });
  return {
    busiest: functions.busiest.map((row) => ({ functionId: row.id, functionName: row.name, ...countsOf(row) })),
    failing: functions.failing.map((row) => ({ functionId: row.id, functionName: row.name, ...failing(row) })),
    failingEndpoints: endpoints.failing.map((row) => ({
      endpointId: row.id,
      endpointName: names.get(row.id) ?? null,
      ...failing(row),
    })),
  };
}

/**
 * The Project's state and traffic. It reads rollups and the newest failures, so a window costs the same however many
 * calls it covers.
 */
export const getDashboard: Handlers["getDashboard"] = async ({ app, scope, query }) => {
  const { environment, window } = query;
  const { part, answer } = await readTraffic(scope, wholeProject, { environment, window, compares: false });
  const lists = await readLists(scope, part);
  const callers = await listCallerSums(scope, { environment, window, from: part.from.getTime() }, shown);
  const active = await listActive(scope);
  const upcoming = await listUpcomingCrons(scope, environment, shown);
  const late = await listLateCrons(scope, app.clock, environment, shown);
  const workers = await listWorkerRows(scope);
  return {
    ...answer,
    ...lists,
    callers: callers.map(({ caller, ...sums }) => ({ ...caller, ...sums, errorRate: errorRate(sums) })),
    activeDeployments: active.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() })),
    upcomingCrons: upcoming.map(({ nextRunAt, ...rest }) => ({ ...rest, nextRunAt: nextRunAt.toISOString() })),
    lateCrons: late.map(({ scheduledFor, ...rest }) => ({ ...rest, scheduledFor: scheduledFor.toISOString() })),
    workers: workers.map(toWorker),
  };
};
