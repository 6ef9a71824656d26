import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedSecret } from "./audited-secret.ts";
import { declarationsOf, deployedUsersOf } from "../declarations/queries.ts";
import { verifyingEndpoints } from "./verifying-endpoints.ts";
import { lockSecret, removeSecret } from "./queries/secrets.ts";
import { retireValue } from "./queries/retired.ts";

/**
 * Removes a secret with all its versions, at once everywhere. Only its last value stays, sealed, because masking needs
 * it. 409 IN_USE while active Functions of its environment declare it, or a policy there verifies signatures with it;
 * with `force`, later calls for it fail with NOT_FOUND.
 */
export const deleteSecret: Handlers["deleteSecret"] = async (context) => {
  const { operation, actor, scope, params, query, ifMatch } = context;
  const row = found(await lockSecret(scope, params.secretId));
  requireRoleIn(operation, row.environment, actor);
  requireRevision(ifMatch, row.revision);
  const functions = deployedUsersOf(await declarationsOf(scope, "secrets", [row.name]), row);
  const endpoints = (await verifyingEndpoints(scope))(row.environment, row.name);
  const isUsed = functions.length > 0 || endpoints.length > 0;
  if (isUsed && query.force !== "true") {
    const what = functions.length > 0 ? "A deployed Function" : "A policy";
    throw new PublicError("IN_USE", `${what} in ${row.environment} uses this secret.`, {
      details: { functions, ...(endpoints.length > 0 ? { endpoints } : {}) },
    });
  }
  await retireValue(scope, row.id);
  await removeSecret(scope, row.id);
  return {
    answer: undefined,
    audit: auditedSecret(row, null, isUsed ? { forced: true, functions, endpoints } : {}),
  };
};
