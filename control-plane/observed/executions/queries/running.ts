import { sql, type Selectable } from "kysely";
import type { RunningCall } from "@ferrule/contract/internal/workers.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionTables } from "../../../ground/store/tables/executions.ts";

export type RunningRow = Selectable<ExecutionTables["runningExecutions"]>;

/** A worker with running calls reports every second. If it falls silent for this long, it has lost its calls. */
const silentAfter = "10 seconds";
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
    .selectAll()
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
    .selectAll()
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

/** Replaces a worker's running calls by its report. Returns the calls among them that somebody wants to cancel. */
export async function replaceRunning(
  { tx }: InstallationScope,
  workerId: string,
  calls: readonly RunningCall[],
): Promise<string[]> {
  const ids = calls.map(({ executionId }) => executionId);
  await sql`delete from running_executions where worker_id = ${workerId} and id <> all(${ids}::text[])`.execute(tx);
  if (calls.length === 0) return [];
  const { rows } = await sql<{ id: string; cancelled: boolean }>`
    insert into running_executions as held (id, project_id, request_id, environment, function_id, function_name,
      endpoint_id, source, tenant_id, started_at, worker_id)
    select "executionId", "projectId", "requestId", environment, "functionId", "functionName", "endpointId", source,
      "tenantId", "startedAt", ${workerId}
    from json_to_recordset(${JSON.stringify(calls)}::text::json) as call (
      "executionId" text, "projectId" text, "requestId" text, environment text, "functionId" text, "functionName" text,
      "endpointId" text, source text, "tenantId" text, "startedAt" timestamptz(3))
    where exists (select from projects where projects.id = call."projectId")
    on conflict (id) do update set seen_at = now()
    returning id, cancelled_at is not null as cancelled
  `.execute(tx);
  return rows.filter(({ cancelled }) => cancelled).map(({ id }) => id);
}

/** Removes calls of workers that have disappeared. */
export async function pruneRunning({ tx }: InstallationScope): Promise<void> {
  await sql`delete from running_executions where seen_at < now() - interval '1 minute'`.execute(tx);
}
