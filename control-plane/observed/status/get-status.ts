import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Status } from "@ferrule/contract/resources/status.ts";
import { measureArchive, readArchiveState } from "../executions/archive/queries/archive-state.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import {
  countUnsealed,
  listControlPlanes,
  listWorkerStates,
  readDatabase,
  readQueues,
  type ControlPlaneRow,
  type QueueRow,
  type WorkerStatusRow,
} from "./queries.ts";

/** Three missed reports. */
const lostAfterMs = 15_000;
const mostErrors = 50;

const seen = (at: Date) => ({
  status: sharedNow() - at.getTime() > lostAfterMs ? ("lost" as const) : ("up" as const),
  lastSeenAt: at.toISOString(),
});

/** Each gateway, in the state that the latest report among the control planes gives. */
function gatewaysOf(rows: readonly ControlPlaneRow[]): Status["gateways"] {
  const latest = new Map<string, { version: string; lastSeenAt: string }>();
  for (const { gateways } of rows) {
    for (const [id, gateway] of Object.entries(gateways)) {
      const known = latest.get(id);
      if (known === undefined || known.lastSeenAt < gateway.lastSeenAt) latest.set(id, gateway);
    }
  }
  return [...latest]
    .map(([id, { version, lastSeenAt }]) => ({ id, version, ...seen(new Date(lastSeenAt)) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function errorsOf(controlPlanes: readonly ControlPlaneRow[], workers: readonly WorkerStatusRow[]): Status["errors"] {
  const of = (role: "control-plane" | "worker", rows: readonly (ControlPlaneRow | WorkerStatusRow)[]) =>
    rows.flatMap(({ id, errors }) => (errors ?? []).map(({ at, message }) => ({ at, role, id, message })));
  return [...of("control-plane", controlPlanes), ...of("worker", workers)]
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, mostErrors);
}

function queuesOf(rows: readonly QueueRow[], unsealedAuditEvents: number): Status["queues"] {
  const of = (name: QueueRow["queue"]) => {
    const { waiting = 0, running = 0, oldestMs = 0 } = rows.find(({ queue }) => queue === name) ?? {};
    return { waiting, running, oldestMs };
  };
  return { jobs: of("jobs"), crons: of("crons"), deliveries: of("deliveries"), runs: of("runs"), unsealedAuditEvents };
}

async function archiveOf(scope: InstallationScope): Promise<Status["archive"]> {
  const { lastDay, archivedAt, failures, failedAt, failure } = await readArchiveState(scope);
  return {
    lastDay,
    archivedAt: archivedAt?.toISOString() ?? null,
    ...(await measureArchive(scope)),
    failure:
      failure === null || failedAt === null
        ? null
        : { message: failure, at: failedAt.toISOString(), attempts: failures },
  };
}

/** Roles, queues, the database, and the latest failures. */
export const getStatus: Handlers["getStatus"] = async ({ app, scope }) => {
  const controlPlanes = await listControlPlanes(scope);
  const workers = await listWorkerStates(scope);
  const queues = queuesOf(await readQueues(scope), await countUnsealed(scope));
  const askedAt = performance.now();
  const database = await readDatabase(scope);
  const pingMs = performance.now() - askedAt;
  return {
    controlPlanes: controlPlanes.map(({ id, version, startedAt, lastSeenAt }) => ({
      id,
      version,
      startedAt: startedAt.toISOString(),
      ...seen(lastSeenAt),
    })),
    gateways: gatewaysOf(controlPlanes),
    workers: workers.map(({ startedAt, lastSeenAt, errors: _errors, ...worker }) => ({
      ...worker,
      startedAt: startedAt.toISOString(),
      ...seen(lastSeenAt),
    })),
    queues,
    database: { ...database, pingMs: Math.round(pingMs * 1_000) / 1_000 },
    archive: app.archive === undefined ? null : await archiveOf(scope),
    errors: errorsOf(controlPlanes, workers),
  };
};
