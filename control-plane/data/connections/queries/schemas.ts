import type { ConnectionSchema, ConnectionTable } from "@ferrule/contract/resources/connection.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** When the schemas of these connections were read, keyed by connection. */
export async function schemaTimes({ tx, projectId }: ProjectScope, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("connectionSchemas")
    .select(["connectionId", "readAt"])
    .where("projectId", "=", projectId)
    .where("connectionId", "in", ids)
    .execute();
  return new Map(rows.map(({ connectionId, readAt }) => [connectionId, readAt]));
}

export async function findSchema({ tx, projectId }: ProjectScope, connectionId: string): Promise<ConnectionSchema> {
  const row = await tx
    .selectFrom("connectionSchemas")
    .select(["readAt", "tables", "truncated"])
    .where("projectId", "=", projectId)
    .where("connectionId", "=", connectionId)
    .executeTakeFirst();
  if (row === undefined) return { readAt: null, tables: [], truncated: false };
  return { ...row, readAt: row.readAt.toISOString() };
}

export async function putSchema(
  { tx, projectId }: ProjectScope,
  connectionId: string,
  { tables, truncated }: { tables: readonly ConnectionTable[]; truncated: boolean },
): Promise<void> {
  const read = { tables: JSON.stringify(tables), truncated };
  await tx
    .insertInto("connectionSchemas")
    .values({ connectionId, projectId, ...read })
    .onConflict((on) => on.column("connectionId").doUpdateSet({ ...read, readAt: sql<Date>`now()` }))
    .execute();
}

export interface NamedTables {
  name: string;
  environments: Environment[];
  /** The tables that we read in Development; if we never did, those of Production. */
  tables: ConnectionTable[];
}

/** The Project's connections by name, with the known tables of each. */
export async function listNamedTables({
  tx,
  projectId,
}: Pick<ProjectScope, "tx" | "projectId">): Promise<NamedTables[]> {
  const { rows } = await sql<NamedTables>`
    select c.name, array_agg(c.environment order by c.environment) as environments,
      coalesce((array_agg(s.tables order by c.environment) filter (where s.connection_id is not null))[1], '[]') as tables
    from connections c left join connection_schemas s on s.connection_id = c.id and s.project_id = c.project_id
    where c.project_id = ${projectId}
    group by c.name order by c.name
  `.execute(tx);
  return rows;
}
