import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { checkCompatibility } from "./check-compatibility.ts";
import { findCollection } from "./queries.ts";
import { checkRecordSchema } from "./check-record-schema.ts";

/** Previews a new version: it checks every record as the version itself would, and stores nothing. */
export const previewDataCollectionVersion: Handlers["previewDataCollectionVersion"] = async (context) => {
  const { params, body, read, signal } = context;
  const collection = found(await read((scope) => findCollection(scope, params.collectionId)));
  checkRecordSchema("schema", body.schema);
  const { compatibility } = await checkCompatibility(read, collection, body.schema, body.mapping, signal);
  return compatibility;
};
