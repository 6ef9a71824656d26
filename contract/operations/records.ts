import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf } from "../resources/fields.ts";
import {
  insertedRecord,
  record,
  recordPlace,
  recordQuery,
  replacedRecord,
  upsertedRecord,
  writtenRecord,
} from "../resources/record.ts";
import { roles } from "../states.ts";

const place = z.strictObject(recordPlace);
const shared = { tag: "Records", scope: "project", whenManaged: "allowed" } as const;
const writers = { roles, rolesIn: { production: ["owner", "admin", "operator"] } } as const;

/** Records of one environment and tenant, which every request must name. */
export const recordOperations = {
  queryRecords: operation({
    ...shared,
    method: "POST",
    path: "/api/data-collections/:collectionId/records/query",
    summary: "Query records of one environment and tenant",
    roles: "any",
    body: recordQuery.extend(recordPlace),
    response: listOf(record),
    reads: true,
    audit: null,
  }),
  createRecord: operation({
    ...shared,
    ...writers,
    method: "POST",
    path: "/api/data-collections/:collectionId/records",
    summary: "Insert a record",
    body: insertedRecord.extend(recordPlace),
    response: record,
    status: 201,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "record.create",
    idempotent: true,
    transaction: "handler",
  }),
  upsertRecord: operation({
    ...shared,
    ...writers,
    method: "POST",
    path: "/api/data-collections/:collectionId/records/upsert",
    summary: "Insert a record, or replace the one with the same key",
    description: "That is, with the same values of a unique key.",
    body: upsertedRecord.extend(recordPlace),
    response: writtenRecord,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "record.upsert",
    ifMatch: true,
    idempotent: true,
    transaction: "handler",
  }),
  getRecord: operation({
    ...shared,
    method: "GET",
    path: "/api/data-collections/:collectionId/records/:recordId",
    summary: "Get a record",
    roles: "any",
    query: place,
    response: record,
  }),
  replaceRecord: operation({
    ...shared,
    ...writers,
    method: "PUT",
    path: "/api/data-collections/:collectionId/records/:recordId",
    summary: "Replace a record's data",
    description: "If nobody has changed it since the revision in `If-Match` or in the body.",
    body: replacedRecord,
    response: record,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "record.update",
    ifMatch: true,
    transaction: "handler",
  }),
  deleteRecord: operation({
    ...shared,
    ...writers,
    method: "DELETE",
    path: "/api/data-collections/:collectionId/records/:recordId",
    summary: "Delete a record",
    query: place,
    response: null,
    audit: "record.delete",
    ifMatch: true,
  }),
  exportRecords: operation({
    ...shared,
    method: "GET",
    path: "/api/data-collections/:collectionId/export",
    summary: "Download the records of one environment and tenant",
    description: "As JSONL, by id.",
    roles: "any",
    query: place,
    response: z.string(),
    audit: "record.export",
    transaction: "handler",
    alternative: "application/x-ndjson",
  }),
  importRecords: operation({
    ...shared,
    ...writers,
    method: "POST",
    path: "/api/data-collections/:collectionId/import",
    summary: "Insert records from JSONL, all of them or none",
    query: place.extend({
      /** What to do if a record with a line's id exists: refuse the whole import, or replace the record. */
      onConflict: z.enum(["refuse", "replace"]).default("refuse"),
    }),
    stream: "application/x-ndjson",
    response: z.object({ inserted: z.number().int(), replaced: z.number().int() }),
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "record.import",
    transaction: "handler",
  }),
};
