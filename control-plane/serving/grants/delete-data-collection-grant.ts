import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedGrant } from "../../data/collections/audited-collection.ts";
import { findCollection, lockGrant, removeGrant } from "../../data/collections/queries.ts";

/** Revokes a grant, in force with the next call. */
export const deleteDataCollectionGrant: Handlers["deleteDataCollectionGrant"] = async (context) => {
  const { scope, params, ifMatch } = context;
  const collection = found(await findCollection(scope, params.collectionId));
  const row = found(await lockGrant(scope, collection.id, params.grantId));
  requireRevision(ifMatch, row.revision);
  await removeGrant(scope, row.id);
  return { answer: undefined, audit: auditedGrant(collection, row) };
};
