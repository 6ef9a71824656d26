import { sql, type Selectable } from "kysely";
import type { LiveLog, RunningCall } from "@ferrule/contract/internal/workers.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionTables } from "../../../ground/store/tables/executions.ts";

export type RunningRow = Omit<Selectable<ExecutionTables["runningExecutions"]>, "watchedAt" | "log">;

const columns = [
  ...(["id", "projectId", "requestId", "environment", "functionId", "functionName", "endpointId", "source"] as const),
  ...(["tenantId", "startedAt", "workerId", "seenAt", "cancelledAt"] as const),
];

/** A worker with running calls reports every second. If it falls silent for this long, it has lost its calls. */
const silentAfter = "10 seconds";
/** Who watches a log asks every second. If nobody has asked for so long, nobody watches it any more. */
const unwatchedAfter = "10 seconds";
const isHeardOf = sql<boolean>`seen_at > now() - ${silentAfter}::interval`;

export const toRunning = ({ startedAt, cancelledAt, seenAt: _seenAt, ...row }: RunningRow) => ({
  ...row,
  startedAt: startedAt.toISOString(),
  cancelling: cancelledAt !== null,
});

/** The calls that are running now, newest first, at most 200. */
export const listRunningRows = ({ tx, projectId }: ProjectScope): Promise<RunningRow[]> =>
  tx
    .selectFrom("runningExecutions")
    .select(columns)
    .where("projectId", "=", projectId)
    .where(isHeardOf)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();

/** The running call with this id, locked until the transaction ends. */
export const lockRunning = ({ tx, projectId }: ProjectScope, id: string): Promise<RunningRow | undefined> =>
  tx
    .selectFrom("runningExecutions")
    .select(columns)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where(isHeardOf)
    .forUpdate()
    .executeTakeFirst();

export async function markCancelled(
  { tx, projectId }: Pick<ProjectScope, "tx" | "projectId">,
  id: string,
): Promise<void> {
  await sql`update running_executions set cancelled_at = coalesce(cancelled_at, now())
    where project_id = ${projectId} and id = ${id}`.execute(tx);
}

/**
 * Notes that somebody watches the log of a running call, and returns the latest lines that its worker has sent; null
 * when it has sent none yet. Undefined when it does not run, or its worker has not reported it yet.
 */
export async function watchLog(
  { tx, projectId }: ProjectScope,
  id: string,
): Promise<Omit<LiveLog, "executionId"> | null | undefined> {
  const { rows } = await sql<{ log: Omit<LiveLog, "executionId"> | null }>`
    update running_executions set watched_at = now()
    where project_id = ${projectId} and id = ${id} and ${isHeardOf} returning log`.execute(tx);
  return rows[0]?.log;
}

/**
 * Replaces a worker's running calls by its report. Returns the calls among them that somebody wants to cancel, and those
 * whose logs somebody watches.
 */
export async function replaceRunning(
  { tx }: InstallationScope,
  workerId: string,
  calls: readonly RunningCall[],
  logs: readonly LiveLog[],
): Promise<{ cancelled: string[]; watched: string[] }> {
  const ids = calls.map(({ executionId }) => executionId);
  await sql`delete from running_executions where worker_id = ${workerId} and id <> all(${ids}::text[])`.execute(tx);
  if (calls.length === 0) return { cancelled: [], watched: [] };
  const sent = new Map(logs.map(({ executionId, ...log }) => [executionId, log]));
  const told = calls.map((call) => ({ ...call, log: sent.get(call.executionId) }));
  const { rows } = await sql<{ id: string; cancelled: boolean; watched: boolean }>`
    insert into running_executions as held (id, project_id, request_id, environment, function_id, function_name,
      endpoint_id, source, tenant_id, started_at, worker_id, log)
    select "executionId", "projectId", "requestId", environment, "functionId", "functionName", "endpointId", source,
      "tenantId", "startedAt", ${workerId}, log
    from json_to_recordset(${JSON.stringify(told)}::text::json) as call (
      "executionId" text, "projectId" text, "requestId" text, environment text, "functionId" text, "functionName" text,
      "endpointId" text, source text, "tenantId" text, "startedAt" timestamptz(3),
      log jsonb)
    where exists (select from projects where projects.id = call."projectId")
    on conflict (id) do update set seen_at = now(),
      log = case when held.watched_at > now() - ${unwatchedAfter}::interval then coalesce(excluded.log, held.log) end
    returning id, cancelled_at is not null as cancelled,
      coalesce(watched_at > now() - ${unwatchedAfter}::interval, false) as watched
  `.execute(tx);
  const idsOf = (which: "cancelled" | "watched") => rows.filter((row) => row[which]).map(({ id }) => id);
  return { cancelled: idsOf("cancelled"), watched: idsOf("watched") };
}

/** Removes calls of workers that have disappeared. */
export async function pruneRunning({ tx }: InstallationScope): Promise<void> {
  await sql`delete from running_executions where seen_at < now() - interval '1 minute'`.execute(tx);
}
