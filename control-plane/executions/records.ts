import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { sql, type Selectable } from "kysely";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import type { ExecutionTables } from "./tables.ts";

export type { ExecutionTables } from "./tables.ts";
export type ExecutionRow = Selectable<ExecutionTables["executions"]>;

/** Everything but the large fields. */
export type SummaryRow = Omit<ExecutionRow, "input" | "output" | "logs" | "calls" | "hostCalls" | "hostCallsOmitted">;

/** Where an execution stands in the list, newest first. */
export interface ExecutionKey {
  startedAt: Date;
  id: string;
}

export interface ExecutionFilters {
  endpointId?: string | undefined;
  functionId?: string | undefined;
  status?: ExecutionRecord["status"] | undefined;
  requestId?: string | undefined;
  tenantId?: string | undefined;
  source?: ExecutionRecord["source"] | undefined;
  environment?: ExecutionRecord["environment"] | undefined;
  /** Calls that started at or after this. */
  from?: string | undefined;
  /** Calls that started before this. */
  to?: string | undefined;
}

const equals = ["endpointId", "functionId", "status", "requestId", "tenantId", "source", "environment"] as const;

/** The Project's executions that fit the filters, without their large fields. */
function selectSummaries({ tx, projectId }: ProjectScope, filters: ExecutionFilters) {
  let query = tx
    .selectFrom("executions")
    .select(["id", "projectId", "requestId", "environment", "deploymentId", "functionId", "functionName"])
    .select(["functionDigest", "endpointId", "bindingId", "source", "tenantId", "caller", "status", "startedAt"])
    .select(["durationMs", "queueMs", "gatewayMs", "cpuMs", "coldStart", "workerId"])
    .select(sql<ExecutionRow["error"]>`error - 'stack'`.as("error"))
    .where("projectId", "=", projectId);
  for (const column of equals) {
    const value = filters[column];
    if (value !== undefined) query = query.where(column, "=", value);
  }
  if (filters.from !== undefined) query = query.where("startedAt", ">=", new Date(filters.from));
  if (filters.to !== undefined) query = query.where("startedAt", "<", new Date(filters.to));
  return query;
}

/** Up to `limit + 1` executions of the Project, newest first, after the one with this key. */
export function listExecutionRows(
  scope: ProjectScope,
  filters: ExecutionFilters,
  limit: number,
  after: ExecutionKey | null,
): Promise<SummaryRow[]> {
  let query = selectSummaries(scope, filters)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (after) {
    // The first says nothing new, but lets the planner leave out the partitions of later days.
    query = query
      .where("startedAt", "<=", after.startedAt)
      .where(sql<boolean>`(started_at, id) < (${after.startedAt}, ${after.id})`);
  }
  return query.execute();
}

/** Those of these executions that fit the filters, in no order. */
export const findExecutionRows = (
  scope: ProjectScope,
  filters: ExecutionFilters,
  keys: readonly ExecutionKey[],
): Promise<SummaryRow[]> => {
  const [ids, times] = [keys.map(({ id }) => id), keys.map(({ startedAt }) => startedAt.toISOString())];
  return selectSummaries(scope, filters)
    .where(sql<boolean>`(id, started_at) in (select * from unnest(${ids}::text[], ${times}::timestamptz[]))`)
    .execute();
};

export const findExecution = ({ tx, projectId }: ProjectScope, id: string): Promise<ExecutionRow | undefined> =>
  tx.selectFrom("executions").selectAll().where("projectId", "=", projectId).where("id", "=", id).executeTakeFirst();

/** An execution as the lists show it. */
export const toSummary = ({ startedAt, ...row }: SummaryRow) => ({ ...row, startedAt: startedAt.toISOString() });

/**
 * Stores records given as one JSON array (fields named as in `ExecutionRecord`) in one statement, and answers the ids of
 * those that are new. A repeated id is stored once; a record whose Project is gone is dropped.
 */
export async function insertExecutions({ tx }: InstallationScope, records: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into executions (id, project_id, request_id, environment, deployment_id, function_id, function_name,
      function_digest, endpoint_id, binding_id, source, tenant_id, caller, status, started_at, duration_ms, queue_ms,
      gateway_ms, cpu_ms, cold_start, input, output, error, logs, calls, host_calls, host_calls_omitted, worker_id)
    select r.id, r."projectId", r."requestId", r.environment, r."deploymentId", r."functionId", r."functionName",
      r."functionDigest", r."endpointId", r."bindingId", r.source, r."tenantId", r.caller, r.status, r."startedAt",
      r."durationMs", r."queueMs", r."gatewayMs", r."cpuMs", r."coldStart", r.input, r.output, r.error, r.logs, r.calls,
      r."hostCalls", r."hostCallsOmitted", r."workerId"
    from json_to_recordset(${records}::text::json) as r (
      id text, "projectId" text, "requestId" text, environment text, "deploymentId" text, "functionId" text,
      "functionName" text, "functionDigest" text, "endpointId" text, "bindingId" text, source text, "tenantId" text,
      caller jsonb, status text, "startedAt" timestamptz(3), "durationMs" float8, "queueMs" float8,
      "gatewayMs" float8, "cpuMs" float8, "coldStart" boolean, input jsonb, output jsonb, error jsonb, logs jsonb,
      calls jsonb, "hostCalls" jsonb, "hostCallsOmitted" integer, "workerId" text)
    where exists (select from projects where projects.id = r."projectId")
    on conflict (id, started_at) do nothing
    returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
