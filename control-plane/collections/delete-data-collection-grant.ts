import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { requireRevision } from "../http/require-revision.ts";
import { auditedGrant } from "./audited-collection.ts";
import { findCollection, lockGrant, removeGrant } from "./records.ts";

/** Specification 4.9: takes a grant back; the next call has it no more. */
export const deleteDataCollectionGrant: Handler<Operations["deleteDataCollectionGrant"]> = async (context) => {
  const { scope, params, ifMatch } = context;
  const collection = found(await findCollection(scope, params.collectionId));
  const row = found(await lockGrant(scope, collection.id, params.grantId));
  requireRevision(ifMatch, row.revision);
  await removeGrant(scope, row.id);
  return { answer: undefined, audit: auditedGrant(collection, row) };
};
