import { z } from "zod";
import { collectionName, fieldPath } from "../resources/data-collection.ts";
import { insertedRecord, recordId, recordQuery, updatedRecord, upsertedRecord } from "../resources/record.ts";

const collection = { collection: collectionName };
const term = recordQuery.shape.orderBy.unwrap().element;

/** `"-createdAt"` or `"city"`: an order in the form that a Function may use. */
const shortTerm = fieldPath.transform((given) =>
  given.startsWith("-")
    ? { field: given.slice(1), direction: "desc" as const }
    : { field: given, direction: "asc" as const },
);
const terms = z.union([
  shortTerm.transform((one) => [one]),
  term.transform((one) => [one]),
  z.array(z.union([shortTerm, term])).max(3),
]);

/**
 * The arguments of the host calls `collections.get`, `.query`, `.insert`, `.upsert`, `.update` and `.delete`: the
 * arguments of `ctx.collection(name)`. They hold no environment and no tenant, because those are the call's own.
 */
export const collectionArguments = {
  get: z.strictObject({ ...collection, id: recordId }),
  query: z.strictObject({ ...collection, ...recordQuery.shape, orderBy: terms.default([]) }),
  insert: z.strictObject({ ...collection, ...insertedRecord.shape }),
  upsert: z.strictObject({ ...collection, ...upsertedRecord.shape }),
  update: z.strictObject({ ...collection, ...updatedRecord.shape, id: recordId }),
  delete: z.strictObject({ ...collection, id: recordId }),
};
