import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { violates } from "../../ground/store/constraint.ts";
import { auditedCollection } from "./audited-collection.ts";
import { describeCollection } from "./describe-collections.ts";
import { insertCollection, insertCollectionVersion } from "./queries.ts";
import { checkRecordSchema } from "./check-record-schema.ts";

const nothingToCheck = { compatible: true, checked: 0, failing: 0, samples: [] };

/** Creates a collection with version 1 of its schema. */
export const createDataCollection: Handlers["createDataCollection"] = async ({ scope, body }) => {
  const { schema, ...given } = body;
  checkRecordSchema("schema", schema);
  const row = await insertCollection(scope, given).catch((error: unknown) => {
    if (!violates(error, "data_collections_name_taken")) throw error;
    throw new PublicError("CONFLICT", "This Project has a data collection of this name already.", { cause: error });
  });
  const compatibility = nothingToCheck;
  await insertCollectionVersion(scope, { collectionId: row.id, version: 1, schema, mapping: null, compatibility });
  return { answer: await describeCollection(scope, row), audit: auditedCollection(null, row) };
};
