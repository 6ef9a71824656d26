import { z } from "zod";
import { collectionName, fieldPath } from "../resources/data-collection.ts";
import type { CollectionCall } from "./collection-calls.ts";
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
 * The arguments of the host calls `collections.get` and so on: the arguments of `ctx.collection(name)`. Environment and
 * tenant come from the call itself.
 */
export const collectionArguments = {
  get: z.strictObject({ ...collection, id: recordId }),
  query: z.strictObject({ ...collection, ...recordQuery.shape, orderBy: terms.default([]) }),
  insert: z.strictObject({ ...collection, ...insertedRecord.shape }),
  upsert: z.strictObject({ ...collection, ...upsertedRecord.shape }),
  update: z.strictObject({ ...collection, ...updatedRecord.shape, id: recordId }),
  delete: z.strictObject({ ...collection, id: recordId }),
} satisfies Record<CollectionCall, z.ZodType>;
