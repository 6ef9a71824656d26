import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { readSchema } from "./writing/collection-schema.ts";
import { describeRecord } from "./describe-record.ts";
import { inRecords } from "./queries/record-scope.ts";
import { findRecord } from "./queries/records.ts";
import { readCollection } from "./queries/usable-collection.ts";

/** One record of the named environment and tenant. */
export const getRecord: Handlers["getRecord"] = async ({ scope, params, query }) => {
  const collection = found(await readCollection(scope, query.environment, params.collectionId));
  const { activeVersion } = collection;
  const schema = activeVersion === null ? null : await readSchema(scope, collection.id, activeVersion);
  const place = { collectionId: collection.id, ...query };
  const row = found(await inRecords(scope, place, (records) => findRecord(records, params.recordId)));
  return describeRecord(scope.projectId, place, row, schema);
};
