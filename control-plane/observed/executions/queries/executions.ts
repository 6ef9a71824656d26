import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { madeAt } from "@ferrule/kit/identifier.ts";
import { calledName, targetName } from "../../../ground/store/rows/called-name.ts";
import { sql, type RawBuilder, type Selectable } from "kysely";
import { rowsOf } from "../../../ground/store/rows/rows-of.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { ExecutionDetails, ExecutionTables } from "../../../ground/store/tables/executions.ts";
import type { ExecutionFilters, ExecutionKey } from "../filters/execution-filters.ts";
import { callsThatFit } from "./calls-that-fit.ts";
import { askedFacets } from "../filters/facet-values.ts";
import type { Stretch } from "../filters/merge-pages.ts";
import { searchKeys } from "./find-keys.ts";

export type { ExecutionFilters, ExecutionKey } from "../filters/execution-filters.ts";

const executions = rowsOf("executions");

export type StoredRow = Selectable<ExecutionTables["executions"]>;
export type ExecutionRow = WithoutNull<Omit<StoredRow, "details">> & ExecutionDetails;

type OfFew = Pick<StoredRow, "preview" | "httpStatus" | "mcpKind" | "uri" | "runId" | "runAttempt" | "runSuspended">;
type WithoutNull<Row extends OfFew> = Omit<Row, keyof OfFew> &
  Pick<ExecutionRecord, "preview" | "httpStatus" | "mcpKind" | "uri" | "run">;

/** A row as executions show it: outside previews, runs and endpoints, it says nothing of one. */
export function withoutNull<Row extends OfFew>(row: Row): WithoutNull<Row> {
  const { preview, httpStatus, mcpKind, uri, runId, runAttempt, runSuspended, ...rest } = row;
  const run = runId === null ? null : { id: runId, attempt: runAttempt ?? 1 };
  return {
    ...rest,
    ...(preview === null ? {} : { preview }),
    ...(httpStatus === null ? {} : { httpStatus }),
    ...(mcpKind === null ? {} : { mcpKind }),
    ...(uri === null ? {} : { uri }),
    ...(run === null ? {} : { run: runSuspended === true ? { ...run, suspended: true } : run }),
  };
}

/** An execution without its large fields. */
export type SummaryRow = Omit<ExecutionRow, keyof ExecutionDetails> & { called: string | null };

/** The conditions on columns that stand for the filters with entries. */
const valueConditions = (filters: ExecutionFilters) =>
  askedFacets(filters).flatMap(({ facet, value }): RawBuilder<boolean>[] => {
    switch (facet) {
      case "caller":
        return [sql`ferrule_caller_key(e.caller) = ${value}`];
      case "uri":
        return [sql`e.uri = ${filters.uri}`];
      case "httpStatus":
        return [
          value.endsWith("xx") ? sql`e.http_status / 100 = ${Number(value[0])}` : sql`e.http_status = ${Number(value)}`,
        ];
      case "errorId":
        return [
          sql`e.status in ('failed', 'timed_out') and ferrule_failure_group(e.function_id,
            coalesce(e.error ->> 'code', ''), ferrule_failure_frame(e.error ->> 'stack')) = ${value}`,
        ];
      case "trait":
        return value === "no-test" ? [sql`e.source <> 'test'`] : [];
      default:
        return [sql`${sql.ref(`e.${facet}`)} = ${value}`];
    }
  });

/**
 * The Project's executions that match the filters, without large fields, with the current names of the tools, routes
 * and Functions.
 */
export function selectSummaries(
  { tx, projectId }: ProjectScope,
  filters: ExecutionFilters,
  from = sql<StoredRow>`(select * from executions)`,
) {
  let query = tx
    .selectFrom(from.as("e"))
    .leftJoin("mcpBindings as tool", (join) =>
      join.onRef("tool.id", "=", "e.bindingId").onRef("tool.projectId", "=", "e.projectId"),
    )
    .leftJoin("httpBindings as route", (join) =>
      join.onRef("route.id", "=", "e.bindingId").onRef("route.projectId", "=", "e.projectId"),
    )
    .select(["e.id", "e.projectId", "e.requestId", "e.environment", "e.deploymentId", "e.functionId", "e.functionName"])
    .select(["e.preview", "e.httpStatus", "e.mcpKind", "e.uri", "e.runId", "e.runAttempt", "e.runSuspended"])
    .select(["e.functionDigest", "e.endpointId", "e.bindingId", "e.source", "e.tenantId", "e.caller", "e.status"])
    .select(["e.startedAt", "e.durationMs", "e.queueMs", "e.gatewayMs", "e.cpuMs", "e.coldStart", "e.workerId"])
    .select(sql<ExecutionRow["error"]>`e.error - 'stack'`.as("error"))
    .select(calledName.as("called"))
    .where("e.projectId", "=", projectId);
  if (filters.requestId !== undefined) query = query.where("e.requestId", "=", filters.requestId);
  if (filters.runId !== undefined) query = query.where("e.runId", "=", filters.runId);
  for (const condition of [...valueConditions(filters), ...callsThatFit(filters, "e")]) query = query.where(condition);
  if (filters.from !== undefined) query = query.where("e.startedAt", ">=", new Date(filters.from));
  if (filters.to !== undefined) query = query.where("e.startedAt", "<", new Date(filters.to));
  return query;
}

/** The executions of one request, or the attempts of one run; there are only a few, and an index finds them. */
async function listOfOne(
  scope: ProjectScope,
  filters: ExecutionFilters,
  limit: number,
  after: ExecutionKey | null,
): Promise<SummaryRow[]> {
  const keys = after && [after.startedAt, after.id];
  const rows = await newestFirst(selectSummaries(scope, filters), limit, keys, ["e.startedAt", "e.id"]).execute();
  return rows.map(withoutNull);
}

/** How many executions of one request, or attempts of one run, match the filters. */
export async function countFew(scope: ProjectScope, filters: ExecutionFilters): Promise<number> {
  const query = selectSummaries(scope, filters)
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as("count"));
  return (await query.executeTakeFirstOrThrow()).count;
}

/**
 * Up to `limit + 1` executions of the Project, newest first, after the one with this key. It leaves out those that
 * disappear during the lookup.
 */
export async function listExecutionRows(
  scope: ProjectScope,
  filters: ExecutionFilters,
  limit: number,
  after: ExecutionKey | null,
): Promise<Stretch<SummaryRow>> {
  if (filters.requestId !== undefined || filters.runId !== undefined) {
    const items = await listOfOne(scope, filters, limit, after);
    return { items, upTo: items[limit] ?? null };
  }
  const { keys, upTo } = await searchKeys(scope, filters, limit + 1, after);
  const byId = new Map((await findExecutionRows(scope, {}, keys)).map((row) => [row.id, row]));
  return { items: keys.flatMap(({ id }) => byId.get(id) ?? []), upTo: keys[limit] ?? upTo };
}

/** Those of these executions that match the filters, in no order. */
export async function findExecutionRows(
  scope: ProjectScope,
  filters: ExecutionFilters,
  keys: readonly ExecutionKey[],
): Promise<SummaryRow[]> {
  if (keys.length === 0) return [];
  const [ids, times] = [keys.map(({ id }) => id), keys.map(({ startedAt }) => startedAt.toISOString())];
  const sorted = times.toSorted();
  // Looks each one up by its key. `limit 1` keeps the planner from reading whole days to join them. The range is
  // redundant, but with it the planner ignores the other days.
  const chosen = sql<StoredRow>`(
    select one.* from unnest(${ids}::text[], ${times}::timestamptz[]) as asked (id, at) cross join lateral (
      select * from executions its
      where its.id = asked.id and its.started_at = asked.at and its.project_id = ${scope.projectId}
        and its.started_at >= ${sorted[0]}::timestamptz and its.started_at <= ${sorted.at(-1)}::timestamptz limit 1
    ) one)`;
  // A generic plan suits every list, because it looks rows up by key. With a table for each day, planning each time
  // would take longer than reading the list.
  const [, rows] = await Promise.all([
    sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(scope.tx),
    selectSummaries(scope, filters, chosen).execute(),
  ]);
  return rows.map(withoutNull);
}

/** An execution begins at most this long before or after its identifier was made, unless a clock is wrong. */
const nearMs = 24 * 3_600_000;

/** The execution with this id, if it began about when the id was made. It searches only those days. */
async function findNear({ tx, projectId }: ProjectScope, id: string): Promise<StoredRow | undefined> {
  const at = madeAt(id);
  if (at === null || at > sharedNow() + nearMs) return undefined;
  return tx
    .selectFrom("executions")
    .selectAll()
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .where("startedAt", ">=", new Date(at - nearMs))
    .where("startedAt", "<=", new Date(at + nearMs))
    .executeTakeFirst();
}

/** One execution with its large fields. */
export async function findExecution(scope: ProjectScope, id: string): Promise<ExecutionRow | undefined> {
  const row = (await findNear(scope, id)) ?? (await executions.find(scope, id));
  if (!row) return undefined;
  const { details, ...rest } = row;
  return { ...withoutNull(rest), ...(JSON.parse(details) as ExecutionDetails) };
}

/** The current names of the bindings with these ids, by id. */
export async function calledNames(
  { tx, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; called: string }>`
    select id, ${targetName("mcp_bindings")} as called from mcp_bindings where project_id = ${projectId} and id = any(${ids}::text[])
    union all
    select id, method || ' ' || path from http_bindings where project_id = ${projectId} and id = any(${ids}::text[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, called }) => [id, called]));
}

export const toSummary = ({ startedAt, ...row }: SummaryRow) => ({ ...row, startedAt: startedAt.toISOString() });

const stepMs = 15 * 60_000;

/** The start of the last 24 hours, in steps that the dashboard uses too. */
const dayBegins = () => new Date((Math.floor(sharedNow() / stepMs) - 95) * stepMs);

export interface Traffic {
  calls: number;
  /** How many of them ended as `failed` or `timed_out`. */
  failed: number;
}

/**
 * The calls of the last 24 hours by Function or endpoint; those without a call are missing. Tests do not count. The
 * statement looks them up one by one, because for many at once the planner would read the whole table, whose rows hold
 * 130 counts each.
 */
export async function dayOfTraffic(
  { tx, projectId }: ProjectScope,
  of: "function" | "endpoint",
  environment: Environment,
  ids: readonly string[],
): Promise<Map<string, Traffic>> {
  const whose =
    of === "function"
      ? sql`execution_rollups where seconds = 900 and function_id = asked.id`
      : sql`endpoint_rollups where endpoint_id = asked.id`;
  const { rows } = await sql<Traffic & { id: string }>`
    select asked.id, day.calls, day.failed from unnest(${ids}::text[]) as asked (id) cross join lateral (
      select sum(calls) as calls, sum(failed) as failed from ${whose}
        and project_id = ${projectId} and environment = ${environment} and bucket_at >= ${dayBegins()}) day
    where day.calls > 0`.execute(tx);
  return new Map(rows.map(({ id, ...traffic }) => [id, traffic]));
}

/** The same number as an SQL expression, to sort Functions or endpoints. */
export function trafficOf(
  projectId: string,
  of: "function" | "endpoint",
  environment: Environment,
  count: keyof Traffic,
): RawBuilder<unknown> {
  const counted = sql.ref(count);
  const whose =
    of === "function"
      ? sql`select sum(${counted}) from execution_rollups where seconds = 900 and function_id = functions.id`
      : sql`select sum(${counted}) from endpoint_rollups where endpoint_id = runtime_endpoints.id`;
  return sql`coalesce((${whose} and project_id = ${projectId} and environment = ${environment}
    and bucket_at >= ${dayBegins()}), 0)`;
}
