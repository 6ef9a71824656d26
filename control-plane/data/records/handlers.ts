export { createRecord } from "./create-record.ts";
export { deleteRecord } from "./delete-record.ts";
export { exportRecords } from "./export-records.ts";
export { getRecord } from "./get-record.ts";
export { importRecords } from "./import-records.ts";
export { queryRecords } from "./query-records.ts";
export { replaceRecord } from "./replace-record.ts";
export { upsertRecord } from "./upsert-record.ts";
