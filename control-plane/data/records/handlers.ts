import { createRecord } from "./create-record.ts";
import { deleteRecord } from "./delete-record.ts";
import { exportRecords } from "./export-records.ts";
import { getRecord } from "./get-record.ts";
import { importRecords } from "./import-records.ts";
import { queryRecords } from "./query-records.ts";
import { replaceRecord } from "./replace-record.ts";
import { upsertRecord } from "./upsert-record.ts";

export const recordHandlers = {
  queryRecords,
  createRecord,
  upsertRecord,
  getRecord,
  replaceRecord,
  deleteRecord,
  exportRecords,
  importRecords,
};
