import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { connection, type Connection } from "@ferrule/contract/resources/connection.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { declarationsOf, usersOf } from "../declarations/queries.ts";
import type { ConnectionRow } from "./queries/connections.ts";
import { schemaTimes } from "./queries/schemas.ts";

/** Connections as the API shows them, in the order given: everything but the URL. */
export async function describeConnections(scope: ProjectScope, rows: readonly ConnectionRow[]): Promise<Connection[]> {
  const declarations = await declarationsOf(scope, "connections", [...new Set(rows.map(({ name }) => name))]);
  const readAt = await schemaTimes(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    return resourceFrom(connection, row, {
      schemaReadAt: readAt.get(row.id)?.toISOString() ?? null,
      usedBy: [...new Set(usersOf(declarations, row))].sort(),
    });
  });
}

export async function describeConnection(scope: ProjectScope, row: ConnectionRow): Promise<Connection> {
  const [described] = await describeConnections(scope, [row]);
  if (!described) throw new PublicError("NOT_FOUND");
  return described;
}
