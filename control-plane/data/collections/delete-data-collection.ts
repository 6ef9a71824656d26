import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { auditedCollection } from "./audited-collection.ts";
import { lockCollection, removeCollection } from "./queries.ts";
import { usesOf } from "./uses-of.ts";

/**
 * Removes a collection with its schema's versions and grants. 409 IN_USE while it holds records or deployed Functions
 * declare it. With `force` and its name, it goes anyway, with its records; later calls for it fail with NOT_FOUND.
 * Production data needs a role that may delete there.
 */
export const deleteDataCollection: Handlers["deleteDataCollection"] = async (context) => {
  const { operation, actor, scope, params, query, ifMatch } = context;
  const row = found(await lockCollection(scope, params.collectionId));
  requireRevision(ifMatch, row.revision);
  const isForced = query.force === "true";
  if (isForced && query.name !== row.name) {
    throw validationError([{ path: "query.name", message: "must be the collection's name if force is true" }]);
  }
  const uses = await usesOf(scope, row);
  if (uses.some(({ environment }) => environment === "production")) requireRoleIn(operation, "production", actor);
  if (uses.length > 0 && !isForced) {
    throw new PublicError("IN_USE", "The collection holds records, or what is deployed declares it.", {
      details: { uses },
    });
  }
  await removeCollection(scope, row.id);
  return {
    answer: undefined,
    audit: auditedCollection(row, null, uses.length > 0 ? { forced: true, uses } : {}),
  };
};
