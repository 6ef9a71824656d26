import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../ground/app.ts";
import { findCollection } from "../collections/queries.ts";
import { sqlState } from "../../ground/store/constraint.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { readSchema, type CollectionSchema } from "./writing/collection-schema.ts";
import { enterUpkeep } from "./queries/record-scope.ts";
import { backToWrite, beforeWrite, lockOlderRecords, rewriteRecords, type PlacedRow } from "./queries/records.ts";
import { createBreather } from "./breathe.ts";
import { recordIssues } from "./writing/record-issues.ts";
import type { Slotted } from "./queries/slots.ts";
import { holdCollection } from "./queries/usable-collection.ts";
import { noteProgress, type Due, listDue, takeUp } from "./queries/migrations.ts";

const batchSize = 500;
const batchTimeoutMs = 30_000;
const uniqueViolation = "23505";

/** The records that the mappings convert to valid ones. */
async function upgraded(
  rows: readonly PlacedRow[],
  collection: Slotted,
  schema: CollectionSchema,
): Promise<PlacedRow[]> {
  const breathe = createBreather();
  const fitting: PlacedRow[] = [];
  for (const row of rows) {
    const data = schema.upgrade(row.data, row.version);
    if (recordIssues(schema.findIssues, collection, data).length === 0) fitting.push({ ...row, data });
    await breathe();
  }
  return fitting;
}

/** Returns how many it stored. If two records would have the same key, it tries each record individually. */
async function store(
  scope: ProjectScope,
  collectionId: string,
  collection: Slotted,
  version: number,
  rows: readonly PlacedRow[],
): Promise<number> {
  await beforeWrite(scope);
  try {
    await rewriteRecords(scope, collectionId, collection, version, rows);
    return rows.length;
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    await backToWrite(scope);
    if (rows.length === 1) return 0;
  }
  let stored = 0;
  for (const row of rows) stored += await store(scope, collectionId, collection, version, [row]);
  return stored;
}

/** Rewrites one batch in its own transaction, and records the progress. Returns whether there is more to do. */
async function rewriteBatch(app: App, due: Due): Promise<boolean> {
  return app.store.inProject(due.projectId, async (scope) => {
    const { collectionId, environment, version } = due;
    await holdCollection(scope, collectionId);
    const collection = await findCollection(scope, collectionId);
    const standing = collection && (await takeUp(scope, due));
    if (collection === undefined || standing === undefined) return false;
    const schema = await readSchema(scope, collectionId, version);
    await enterUpkeep(scope, batchTimeoutMs);
    const { afterTenant, afterId } = standing;
    const rows = await lockOlderRecords(scope, { collectionId, environment, version, afterTenant, afterId }, batchSize);
    const fitting = await upgraded(rows, collection, schema);
    const stored = await store(scope, collectionId, collection, version, fitting);
    const last = rows.at(-1);
    const more = rows.length === batchSize;
    await noteProgress(scope, due, {
      afterTenant: last?.tenantId ?? afterTenant,
      afterId: last?.id ?? afterId,
      migrated: standing.migrated + stored,
      failed: standing.failed + rows.length - stored,
      finishedAt: more ? null : sharedDate(),
    });
    return more;
  });
}

/** Rewrites records by the mappings of their collections: in Development at once, in Production after the release. */
export async function migrateRecords(app: App): Promise<void> {
  for (const due of await app.store.inInstallation(listDue, { readOnly: true })) {
    while (!app.closing.aborted && (await rewriteBatch(app, due)));
  }
}
