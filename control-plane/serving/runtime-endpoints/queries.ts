import { revise, rowsOf } from "../../ground/store/rows/rows-of.ts";
import type { EndpointState } from "@ferrule/contract/internal/changes.ts";
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { EndpointKind, Environment, McpBindingKind } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type Selectable } from "kysely";
import { trafficOf } from "../../observed/executions/queries/executions.ts";
import type { InstallationScope, ProjectScope } from "../../ground/store/scope.ts";
import { selectPage, type ListWish } from "../../ground/store/rows/select-page.ts";
import type { RuntimeEndpointsTable } from "../../ground/store/tables/runtime-endpoints.ts";

/** Removing an endpoint removes its bindings, policies, keys and grants. */
const endpoints = rowsOf("runtimeEndpoints");
export const { find: findEndpoint, lock: lockEndpoint, remove: removeEndpoint, all: allEndpoints } = endpoints;

export type RuntimeEndpointRow = Selectable<RuntimeEndpointsTable>;

/** Fails with the constraint `runtime_endpoints_slug_taken` when the slug is taken. */
export const insertEndpoint = (
  scope: ProjectScope,
  given: Omit<RuntimeEndpointRow, "id" | "projectId" | "status" | "createdAt" | "updatedAt" | "revision">,
): Promise<RuntimeEndpointRow> => endpoints.insert(scope, { ...given, id: identifier("ep") });

export interface EndpointWish extends ListWish {
  kind?: EndpointKind | undefined;
  status?: RuntimeEndpointRow["status"] | undefined;
  functionId?: string | undefined;
  activityIn?: Environment | undefined;
}

/** The endpoints with a drafted tool or route for a Function. */
const offering = (projectId: string, functionId: string) => sql<string>`(
  select endpoint_id from mcp_bindings where project_id = ${projectId} and function_id = ${functionId}
  union select endpoint_id from http_bindings where project_id = ${projectId} and function_id = ${functionId})`;

/** How many drafted tools and routes an endpoint has. */
const bindingsOf = (projectId: string) => sql`(
  (select count(*) from mcp_bindings bound where bound.project_id = ${projectId} and bound.endpoint_id = runtime_endpoints.id)
  + (select count(*) from http_bindings bound
    where bound.project_id = ${projectId} and bound.endpoint_id = runtime_endpoints.id))`;

/** Up to `limit + 1` endpoints. */
export const listEndpointRows = (
  { tx, projectId }: ProjectScope,
  { kind, status, functionId, activityIn = "production", ...wish }: EndpointWish,
): Promise<(RuntimeEndpointRow & { sortKey: string | null })[]> =>
  selectPage(
    tx
      .selectFrom("runtimeEndpoints")
      .selectAll()
      .where("projectId", "=", projectId)
      .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "mcp"))
      .$if(status !== undefined, (query) => query.where("status", "=", status ?? "active"))
      .$if(functionId !== undefined, (query) => query.where("id", "in", offering(projectId, functionId ?? ""))),
    wish,
    {
      table: "runtime_endpoints",
      words: sql`concat_ws(' ', name, slug)`,
      sorts: {
        name: { by: sql`lower(name)`, kind: "text" },
        kind: { by: sql`kind`, kind: "text" },
        updatedAt: { by: sql`updated_at`, kind: "time" },
        bindings: { by: bindingsOf(projectId), kind: "number" },
        calls: { by: trafficOf(projectId, "endpoint", activityIn, "calls"), kind: "number" },
        failed: { by: trafficOf(projectId, "endpoint", activityIn, "failed"), kind: "number" },
      },
    },
  );

/** How many drafted tools and routes each of these endpoints has. */
export async function countBindings(
  { tx, projectId }: ProjectScope,
  endpointIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bindings: number }>`
    select id, ${bindingsOf(projectId)} as bindings from runtime_endpoints
    where project_id = ${projectId} and id = any(${endpointIds}::text[])`.execute(tx);
  return new Map(rows.map(({ id, bindings }) => [id, bindings]));
}

/** The drafted tools, resources, prompts and routes of an endpoint, as `orders_find` or `GET /orders/{id}`. */
export async function listBindingNames({ tx, projectId }: ProjectScope, endpointId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: McpBindingKind; name: string }>`
    select kind, tool_name as name from mcp_bindings where project_id = ${projectId} and endpoint_id = ${endpointId}
    union all
    select 'tool', method || ' ' || path from http_bindings
    where project_id = ${projectId} and endpoint_id = ${endpointId}
    order by name, kind`.execute(tx);
  return rows.map(({ kind, name }) => targetOf(kind, name));
}

export const changeEndpoint = (
  scope: ProjectScope,
  id: string,
  changes: Partial<
    Pick<
      RuntimeEndpointRow,
      "name" | "description" | "instructions" | "unknownArguments" | "status" | "requestsPerMinute" | "maxBodyBytes"
    >
  >,
): Promise<RuntimeEndpointRow> => revise(scope, "runtimeEndpoints", id, { ...changes });

/** The slugs of the Project that begin with this one. */
export async function listEndpointSlugsLike({ tx, projectId }: ProjectScope, slug: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("runtimeEndpoints")
    .select("slug")
    .where("projectId", "=", projectId)
    .where((eb) => eb.fn("starts_with", ["slug", eb.val(slug)]), "=", true)
    .execute();
  return rows.map((row) => row.slug);
}

/** The environments that serve these endpoints now. */
export const listServedEndpoints = (
  { tx, projectId }: ProjectScope,
  endpointIds: readonly string[],
): Promise<{ endpointId: string; environment: Environment }[]> =>
  endpointIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("projectTargets as target")
        .innerJoin("deploymentEndpoints as held", "held.deploymentId", "target.deploymentId")
        .select(["held.endpointId", "target.environment"])
        .where("target.projectId", "=", projectId)
        .where("held.endpointId", "in", endpointIds)
        .execute();

/** The environments that now serve a tool or route on this endpoint. */
export async function listServing({ tx, projectId }: ProjectScope, endpointId: string): Promise<Environment[]> {
  const { rows } = await sql<{ environment: Environment }>`
    select distinct t.environment
    from project_targets t, ferrule_artifact_items(t.digest, 'endpoints', ${endpointId}) as e
    where t.project_id = ${projectId}
      and (coalesce(jsonb_array_length(e -> 'tools'), 0) > 0 or coalesce(jsonb_array_length(e -> 'routes'), 0) > 0)
    order by t.environment`.execute(tx);
  return rows.map(({ environment }) => environment);
}

/** Of these endpoints, the ids of those on which an environment now serves a tool or route. */
export async function listServingAmong(
  { tx, projectId }: ProjectScope,
  endpointIds: readonly string[],
): Promise<Set<string>> {
  if (endpointIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct wanted.id
    from project_targets t, unnest(${endpointIds}::text[]) as wanted (id),
      ferrule_artifact_items(t.digest, 'endpoints', wanted.id) as e
    where t.project_id = ${projectId}
      and (coalesce(jsonb_array_length(e -> 'tools'), 0) > 0 or coalesce(jsonb_array_length(e -> 'routes'), 0) > 0)
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The slug of the scope's Project, which is part of every URL. */
export async function readProjectSlug({ tx, projectId }: ProjectScope): Promise<string | undefined> {
  const row = await tx.selectFrom("projects").select("slug").where("id", "=", projectId).executeTakeFirst();
  return row?.slug;
}

/** The state of an endpoint of any Project for workers: its status, limits, policies and keys. */
export async function readEndpointState({ tx }: InstallationScope, endpointId: string): Promise<EndpointState | null> {
  const { rows } = await sql<{
    state: EndpointState | null;
  }>`select ferrule_endpoint_state(${endpointId}) as state`.execute(tx);
  return rows[0]?.state ?? null;
}
