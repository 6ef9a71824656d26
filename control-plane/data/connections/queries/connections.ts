import { sql, type Selectable, type Updateable } from "kysely";
import type { Sealed } from "../../../ground/sealing/seal-context.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ConnectionsTable } from "../../../ground/store/tables/connections.ts";
import { keptByName } from "../../../ground/store/kept-by-name.ts";
import { revise } from "../../../ground/store/rows/rows-of.ts";

const connections = keptByName("connections");
export const {
  find: findConnection,
  findNamed: findNamedConnection,
  lock: lockConnection,
  hold: holdConnections,
  names: listConnectionNames,
  missing: missingConnections,
  markUsed: markConnectionUsed,
  remove: removeConnection,
} = connections;

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
