import { findFunction } from "../../authoring/functions/queries/functions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { auditedGrant } from "../../data/collections/audited-collection.ts";
import { describeGrant } from "../../data/collections/describe-collections.ts";
import { findCollection, putGrant } from "../../data/collections/queries.ts";

/** Grants one Function or endpoint access in one environment, effective at once. */
export const replaceDataCollectionGrant: Handlers["replaceDataCollectionGrant"] = async (context) => {
  const { scope, params, body } = context;
  const { subject, access, environment } = body;
  const collection = found(await findCollection(scope, params.collectionId));
  const isFunction = subject.kind === "function";
  if (isFunction) found(await findFunction(scope, subject.id));
  else found(await findEndpoint(scope, subject.id));
  const row = await putGrant(scope, {
    collectionId: collection.id,
    functionId: isFunction ? subject.id : null,
    endpointId: isFunction ? null : subject.id,
    environment,
    access,
  });
  return { answer: describeGrant(row), audit: auditedGrant(collection, row) };
};
