import type { EndpointKind, Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import type { ProjectScope } from "../store/scope.ts";

export interface RuntimeEndpointsTable {
  id: string;
  projectId: string;
  kind: EndpointKind;
  slug: string;
  name: string;
  description: string;
  instructions: string;
  status: Generated<"active" | "disabled">;
  requestsPerMinute: number;
  maxBodyBytes: number;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface RuntimeEndpointTables {
  runtimeEndpoints: RuntimeEndpointsTable;
}

export type RuntimeEndpointRow = Selectable<RuntimeEndpointsTable>;

/** Fails with the constraint `runtime_endpoints_slug_taken` when the slug is taken. */
export const insertEndpoint = (
  { tx, projectId }: ProjectScope,
  given: Omit<RuntimeEndpointRow, "id" | "projectId" | "status" | "createdAt" | "updatedAt" | "revision">,
): Promise<RuntimeEndpointRow> =>
  tx
    .insertInto("runtimeEndpoints")
    .values({ ...given, id: identifier("ep"), projectId })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findEndpoint = ({ tx, projectId }: ProjectScope, id: string): Promise<RuntimeEndpointRow | undefined> =>
  tx
    .selectFrom("runtimeEndpoints")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Reads and locks an endpoint until the transaction ends. */
export const lockEndpoint = ({ tx, projectId }: ProjectScope, id: string): Promise<RuntimeEndpointRow | undefined> =>
  tx
    .selectFrom("runtimeEndpoints")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Up to `limit + 1` endpoints, newest first. */
export const listEndpointRows = (
  { tx, projectId }: ProjectScope,
  kind: EndpointKind | undefined,
  limit: number,
  before: string | undefined,
): Promise<RuntimeEndpointRow[]> =>
  tx
    .selectFrom("runtimeEndpoints")
    .selectAll()
    .where("projectId", "=", projectId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "mcp"))
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

export const changeEndpoint = (
  { tx, projectId }: ProjectScope,
  id: string,
  changes: Partial<
    Pick<RuntimeEndpointRow, "name" | "description" | "instructions" | "status" | "requestsPerMinute" | "maxBodyBytes">
  >,
): Promise<RuntimeEndpointRow> =>
  tx
    .updateTable("runtimeEndpoints")
    .set(({ eb }) => ({ ...changes, updatedAt: new Date(), revision: eb("revision", "+", 1) }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

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

/** Where these endpoints are part of what is served now. */
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

/** The environments whose callers find a tool or route behind this endpoint in what is served now. */
export async function listServing({ tx, projectId }: ProjectScope, endpointId: string): Promise<Environment[]> {
  const { rows } = await sql<{ environment: Environment }>`
    select distinct t.environment from project_targets t join artifacts a on a.digest = t.digest,
      jsonb_array_elements(a.manifest::jsonb -> 'endpoints') as e
    where t.project_id = ${projectId} and e ->> 'id' = ${endpointId}
      and (coalesce(jsonb_array_length(e -> 'tools'), 0) > 0 or coalesce(jsonb_array_length(e -> 'routes'), 0) > 0)
    order by t.environment`.execute(tx);
  return rows.map(({ environment }) => environment);
}

/** Its bindings, policies, keys and grants go with it. */
export async function removeEndpoint({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("runtimeEndpoints").where("projectId", "=", projectId).where("id", "=", id).execute();
}

/** The slug of the scope's Project, which is part of every URL. */
export async function readProjectSlug({ tx, projectId }: ProjectScope): Promise<string | undefined> {
  const row = await tx.selectFrom("projects").select("slug").where("id", "=", projectId).executeTakeFirst();
  return row?.slug;
}
