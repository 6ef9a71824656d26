import type { Environment } from "@ferrule/contract/states.ts";
import { sql, type Selectable, type Updateable } from "kysely";

import type { Sealed } from "../../../ground/sealing/seal-context.ts";
import type { AnyScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { ConnectionsTable } from "../../../ground/store/tables/connections.ts";
import { revise, rowsOf } from "../../../ground/store/rows/rows-of.ts";

const connections = rowsOf("connections");
export const { find: findConnection, lock: lockConnection, remove: removeConnection } = connections;

export type ConnectionRow = Selectable<ConnectionsTable>;
export type ConnectionChanges = Pick<
  Updateable<ConnectionsTable>,
  | "address"
  | "tls"
  | "caCertificate"
  | "readOnly"
  | "statementTimeoutMs"
  | "maxRows"
  | "maxBytes"
  | "poolSize"
  | keyof Sealed
  | "version"
>;

/** Fails with `connections_name_taken` when its environment has a connection of this name. */
export const insertConnection = connections.insert;

/** Up to `limit + 1` connections, newest first. */
export const listConnectionRows = connections.pages({
  filters: ["environment", "name"],
  words: sql`name || ' ' || address`,
  sorts: {
    name: { by: sql`name`, kind: "text" },
    lastUsedAt: { by: sql`coalesce(last_used_at, to_timestamp(0))`, kind: "time" },
  },
});

export const changeConnection = (scope: ProjectScope, id: string, changes: ConnectionChanges): Promise<ConnectionRow> =>
  revise(scope, "connections", id, changes);

/** Finds a connection by its name, with everything that opening it needs. */
export const findNamedConnection = (
  { tx }: AnyScope,
  { projectId, environment, name }: { projectId: string; environment: Environment; name: string },
): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom("connections")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("name", "=", name)
    .executeTakeFirst();

/** Records a use, at most once a minute, because every worker asks for a connection. */
export async function markConnectionUsed({ tx }: AnyScope, id: string): Promise<void> {
  await sql`
    update connections set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')
  `.execute(tx);
}

/** The names of the Project's connections, sorted, with the environments that have one by that name. */
export const listConnectionNames = ({
  tx,
  projectId,
}: ProjectScope): Promise<{ name: string; environments: Environment[] }[]> =>
  tx
    .selectFrom("connections")
    .select(["name", sql<Environment[]>`array_agg(environment order by environment)`.as("environments")])
    .where("projectId", "=", projectId)
    .groupBy("name")
    .orderBy("name")
    .execute();

/** The names among these for which the environment has no connection. */
export async function missingConnections(
  { tx }: AnyScope,
  projectId: string,
  environment: Environment,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .selectFrom("connections")
    .select("name")
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("name", "in", names)
    .execute();
  const found = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !found.has(name));
}

/** Keeps every connection of an environment from being deleted until the transaction ends. */
export async function holdConnections({ tx, projectId }: ProjectScope, environment: Environment): Promise<void> {
  await tx
    .selectFrom("connections")
    .select("id")
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .orderBy("id")
    .forKeyShare()
    .execute();
}
