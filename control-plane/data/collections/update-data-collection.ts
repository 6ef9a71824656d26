import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedCollection } from "./audited-collection.ts";
import { describeCollection } from "./describe-collections.ts";
import { fillIndexes } from "./fill-indexes.ts";
import { changeCollection, lockCollection } from "./queries.ts";

/** Changes a collection's settings, but not its schema. Writes of its records wait while it fills indexes or keys. */
export const updateDataCollection: Handlers["updateDataCollection"] = async (context) => {
  const { scope, params, body, ifMatch } = context;
  const before = found(await lockCollection(scope, params.collectionId));
  requireRevision(ifMatch, before.revision);
  const { description, uniqueKeys, indexes, ttlSeconds } = body;
  const row = await changeCollection(scope, before.id, {
    ...(description === undefined ? {} : { description }),
    ...(uniqueKeys === undefined ? {} : { uniqueKeys }),
    ...(indexes === undefined ? {} : { indexes }),
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
  });
  await fillIndexes(scope, before, row);
  return { answer: await describeCollection(scope, row), audit: auditedCollection(before, row) };
};
