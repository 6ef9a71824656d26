import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { jsonDepth } from "@ferrule/kit/json/json-depth.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";

/** Many JSON parsers fail soon above this depth. */
const deepest = 1_000;

/**
 * The JSON text of the fields that only the page of one execution shows. @throws RangeError when it nests too deeply.
 */
function detailsOf(record: ExecutionRecord): string {
  const { input, output, logs, calls, hostCalls, hostCallsOmitted, deliveryId, traceId, questions } = record;
  const text = storableJson({
    input,
    output,
    logs,
    calls,
    hostCalls,
    hostCallsOmitted,
    deliveryId,
    traceId,
    questions,
  });
  if (text.length > 2 * deepest && jsonDepth(text, deepest) > deepest)
    throw new RangeError("The contents nest too deeply.");
  return text;
}

/** The fields that many calls of a batch share. We send them once, and PostgreSQL parses them once. */
const contextOf = (record: ExecutionRecord) => ({
  projectId: record.projectId,
  environment: record.environment,
  deploymentId: record.deploymentId,
  functionId: record.functionId,
  functionName: record.functionName,
  functionDigest: record.functionDigest,
  endpointId: record.endpointId,
  bindingId: record.bindingId,
  source: record.source,
  tenantId: record.tenantId,
  caller: record.caller,
  status: record.status,
  coldStart: record.coldStart,
  preview: record.preview,
  httpStatus: record.httpStatus,
  mcpKind: record.mcpKind,
  workerId: record.workerId,
});

/** The distinct contexts of the records as one JSON array, and the index of each record's context. */
function shareContexts(records: readonly ExecutionRecord[]): { contexts: string; places: number[] } {
  const known = new Map<string, number>();
  const places = records.map((record) => {
    const context = storableJson(contextOf(record));
    const place = known.get(context) ?? known.size;
    known.set(context, place);
    return place;
  });
  const contexts = [...known].map(([context, place]) => `{"place":${place},${context.slice(1)}`);
  return { contexts: `[${contexts.join(",")}]`, places };
}

/** A PostgreSQL array of numbers, none of which needs quotes. */
const numbers = (values: readonly (number | null)[]) => `{${values.map((value) => value ?? "null").join(",")}}`;

/** For each locked Project, the time of its last erasure; null: never. */
export type LockedProjects = ReadonlyMap<string, Date | null>;

/** Locks these Projects against deletion until the transaction ends; returns those that exist. */
export async function lockProjects({ tx }: InstallationScope, ids: readonly string[]): Promise<LockedProjects> {
  const { rows } = await sql<{ id: string; erasedAt: Date | null }>`
    select id, erased_at from projects where id = any(${ids.toSorted()}::text[]) order by id for key share`.execute(tx);
  return new Map(rows.map(({ id, erasedAt }) => [id, erasedAt]));
}

/**
 * Stores records of locked Projects in one statement, and returns the new ones: it stores a repeated id once. Large
 * fields become JSON text.
 */
export async function insertExecutions(
  { tx }: InstallationScope,
  records: readonly ExecutionRecord[],
): Promise<readonly ExecutionRecord[]> {
  const { contexts, places } = shareContexts(records);
  const of = <K extends keyof ExecutionRecord>(key: K) => records.map((record) => record[key]);
  const times = records.map(({ startedAt }) => new Date(startedAt).toISOString());
  // One line each. JSON text has no line breaks, but in an array its quotes would be escaped and parsed again.
  const details = records.map(detailsOf).join("\n");
  // Without attempts of runs, the arrays are empty, and cost nothing.
  const runs = records.some(({ run }) => run !== undefined) ? records.map(({ run }) => run) : [];
  const suspended = runs.map((run) => (run === undefined ? null : run.suspended === true));
  const uris = records.some(({ uri }) => uri !== undefined) ? records.map(({ uri }) => uri ?? null) : [];
  const errors = records.map(({ error }) => (error === null ? null : storableJson(error)));
  const { rows } = await sql<{ ids: string[] | null }>`
    with stored as (
      insert into executions (id, project_id, request_id, environment, deployment_id, function_id, function_name,
        function_digest, endpoint_id, binding_id, source, tenant_id, caller, status, started_at, duration_ms, queue_ms,
        gateway_ms, cpu_ms, cold_start, error, details, worker_id, preview,
        run_id, run_attempt, run_suspended, http_status, mcp_kind, uri)
      select r.id, c."projectId", r.request_id, c.environment, c."deploymentId", c."functionId", c."functionName",
        c."functionDigest", c."endpointId", c."bindingId", c.source, c."tenantId", c.caller, c.status, r.started_at,
        r.duration_ms, r.queue_ms, r.gateway_ms, r.cpu_ms, c."coldStart", r.error::jsonb, r.details, c."workerId",
        c.preview, r.run_id, r.run_attempt, r.run_suspended, c."httpStatus", c."mcpKind", r.uri
      from rows from (
        unnest(${of("id")}::text[], ${of("requestId")}::text[], ${numbers(places)}::integer[], ${times}::timestamptz(3)[],
          ${numbers(of("durationMs"))}::float8[], ${numbers(of("queueMs"))}::float8[], ${numbers(of("gatewayMs"))}::float8[],
          ${numbers(of("cpuMs"))}::float8[], ${errors}::text[],
          ${runs.map((run) => run?.id ?? null)}::text[], ${numbers(runs.map((run) => run?.attempt ?? null))}::integer[],
          ${suspended}::boolean[], ${uris}::text[]),
        string_to_table(${details}, E'\\n')
      ) as r (id, request_id, place, started_at, duration_ms, queue_ms, gateway_ms, cpu_ms, error, run_id, run_attempt,
        run_suspended, uri, details)
      join json_to_recordset(${contexts}::text::json) as c (
        place integer, "projectId" text, environment text, "deploymentId" text, "functionId" text, "functionName" text,
        "functionDigest" text, "endpointId" text, "bindingId" text, source text, "tenantId" text, caller jsonb, status text,
        "coldStart" boolean, "workerId" text, preview text, "httpStatus" smallint, "mcpKind" text) on c.place = r.place
      on conflict (id, started_at) do nothing
      returning id
    )
    select case when count(*) < ${records.length} then coalesce(array_agg(id), '{}') end as ids from stored`.execute(
    tx,
  );
  const ids = rows[0]?.ids ?? null;
  if (ids === null) return records;
  const fresh = new Set(ids);
  return records.filter(({ id }) => fresh.delete(id));
}
