import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedConnection } from "./audited-connection.ts";
import { declarationsOf, deployedUsersOf } from "../declarations/queries.ts";
import { lockConnection, removeConnection } from "./queries/connections.ts";

/**
 * Removes a connection everywhere at once. 409 IN_USE while active Functions of its environment declare it; with
 * `force`, later calls for it fail with NOT_FOUND.
 */
export const deleteConnection: Handlers["deleteConnection"] = async (context) => {
  const { operation, actor, scope, params, query, ifMatch } = context;
  const row = found(await lockConnection(scope, params.connectionId));
  requireRoleIn(operation, row.environment, actor);
  requireRevision(ifMatch, row.revision);
  const functions = deployedUsersOf(await declarationsOf(scope, "connections", [row.name]), row);
  if (functions.length > 0 && query.force !== "true") {
    throw new PublicError("IN_USE", `A deployed Function in ${row.environment} uses this connection.`, {
      details: { functions },
    });
  }
  await removeConnection(scope, row.id);
  const more = functions.length > 0 ? { forced: true, functions } : {};
  return { answer: undefined, audit: auditedConnection(row, null, more) };
};
