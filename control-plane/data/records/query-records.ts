import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { readSchema } from "./writing/collection-schema.ts";
import { describeRecord } from "./describe-record.ts";
import { findRecords } from "./queries/find-records.ts";
import { readCollection } from "./queries/usable-collection.ts";

/** Lists records of one environment and tenant that fit a query. */
export const queryRecords: Handlers["queryRecords"] = async ({ scope, params, body }) => {
  const { environment, tenantId, ...query } = body;
  const collection = found(await readCollection(scope, environment, params.collectionId));
  const { activeVersion } = collection;
  const schema = activeVersion === null ? null : await readSchema(scope, collection.id, activeVersion);
  const place = { collectionId: collection.id, environment, tenantId };
  const { rows, nextCursor } = await findRecords(scope, collection, place, query, "body.");
  return { items: rows.map((row) => describeRecord(scope.projectId, place, row, schema)), nextCursor };
};
