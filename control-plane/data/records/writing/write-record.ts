import { issuesAhead } from "./check-ahead.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import { violates } from "../../../ground/store/constraint.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { readSchema } from "./collection-schema.ts";
import { inRecords, type RecordPlace, type RecordScope } from "../queries/record-scope.ts";
import {
  backToWrite,
  beforeWrite,
  findRecord,
  insertRecords,
  removeExpired,
  removeRecord,
  updateRecord,
  type RecordRow,
} from "../queries/records.ts";
import { recordIssues } from "./record-issues.ts";
import type { UsableCollection } from "../queries/usable-collection.ts";

type Where = Omit<RecordPlace, "collectionId">;

interface Given {
  data: Record<string, unknown>;
  ttlSeconds?: number | undefined;
}

/**
 * The schema version that written data must fit.
 * @throws PublicError INVALID_STATE in Production before it serves a deployment that knows the collection
 */
export function requireVersion({ name, activeVersion }: UsableCollection): number {
  if (activeVersion !== null) return activeVersion;
  const message = `Production has no version of the collection ${name} yet: release a deployment that was built with it.`;
  throw new PublicError("INVALID_STATE", message);
}

/** @param prefix What the paths of issues begin with: `body.` in a request. @throws PublicError VALIDATION_ERROR */
export async function requireFit(scope: ProjectScope, collection: UsableCollection, data: unknown, prefix: string) {
  const schema = await readSchema(scope, collection.id, requireVersion(collection));
  const issues = recordIssues(() => issuesAhead(collection, scope.projectId, schema, data), collection, data);
  if (issues.length === 0) return schema;
  throw validationError(issues.map(({ path, message }) => ({ path: prefix + path, message })));
}

/** Explains a violated constraint to the writer. @throws PublicError CONFLICT, or the given error */
export function explainConflict(error: unknown, { uniqueKeys }: UsableCollection): never {
  if (violates(error, "records_pkey")) {
    throw new PublicError("CONFLICT", "There is a record of this id already.", {
      details: { fields: ["id"] },
      cause: error,
    });
  }
  const key = uniqueKeys.find((_, at) => violates(error, `records_unique_${at + 1}`));
  if (key === undefined) throw error;
  const message = `There is a record with the same ${key.join(" and ")} already.`;
  throw new PublicError("CONFLICT", message, { details: { fields: key }, cause: error });
}

/** Whether a write failed because another record has this id, or these values of a key. */
export const isConflict = (error: unknown) =>
  ["records_pkey", ...[1, 2, 3, 4].map((at) => `records_unique_${at}`)].some((name) => violates(error, name));

/** Runs a write. If expired records hold its id or key, removes those records and runs it once more. */
export async function pastExpired<T>(
  records: RecordScope,
  collection: UsableCollection,
  write: () => Promise<T>,
): Promise<T> {
  await beforeWrite(records);
  try {
    return await write();
  } catch (error) {
    if (!isConflict(error)) throw error;
    await backToWrite(records);
    if ((await removeExpired(records)) === 0) explainConflict(error, collection);
    return await write().catch((again: unknown) => explainConflict(again, collection));
  }
}

/**
 * Inserts one record of a locked collection.
 * @throws PublicError VALIDATION_ERROR, CONFLICT, INVALID_STATE
 */
export async function insertRecord(
  scope: ProjectScope,
  collection: UsableCollection,
  where: Where,
  { id, data, ttlSeconds }: Given & { id?: string | undefined },
  prefix = "",
): Promise<RecordRow> {
  const { version } = await requireFit(scope, collection, data, prefix);
  return inRecords(scope, { collectionId: collection.id, ...where }, async (records) => {
    const given = { id: id ?? identifier("rec"), data, ttlSeconds: ttlSeconds ?? collection.ttlSeconds };
    const [row] = await pastExpired(records, collection, () => insertRecords(records, collection, version, [given]));
    if (row === undefined) throw new Error("the database inserted a record but did not return it");
    return row;
  });
}

/**
 * Replaces the data of a record that still has the given revision; null accepts any.
 * @throws PublicError VALIDATION_ERROR, NOT_FOUND, REVISION_CONFLICT, CONFLICT, INVALID_STATE
 */
export async function replaceData(
  scope: ProjectScope,
  collection: UsableCollection,
  where: Where,
  { id, data, revision, ttlSeconds }: Given & { id: string; revision: number | null },
  prefix = "",
): Promise<RecordRow> {
  const place = { collectionId: collection.id, ...where };
  // We look for the record first: whatever the caller sent, another tenant's record must look like a missing one.
  const before = await inRecords(scope, place, (records) => findRecord(records, id));
  if (before === undefined) throw new PublicError("NOT_FOUND");
  const { version } = await requireFit(scope, collection, data, prefix);
  return inRecords(scope, place, async (records) => {
    const given = { id, data, revision, ttlSeconds: ttlSeconds ?? null };
    const row = await pastExpired(records, collection, () => updateRecord(records, collection, version, given));
    if (row !== undefined) return row;
    const now = await findRecord(records, id);
    if (now === undefined) throw new PublicError("NOT_FOUND");
    throw new PublicError("REVISION_CONFLICT", "The record has been changed since it was read.", {
      details: { revision: now.revision },
    });
  });
}

/** Returns whether there was a record to delete. @throws PublicError REVISION_CONFLICT when it has another revision */
export async function deleteData(
  scope: ProjectScope,
  collection: UsableCollection,
  where: Where,
  id: string,
  revision: number | null,
): Promise<boolean> {
  return inRecords(scope, { collectionId: collection.id, ...where }, async (records) => {
    if (await removeRecord(records, id, revision)) return true;
    if (revision === null || (await findRecord(records, id)) === undefined) return false;
    throw new PublicError("REVISION_CONFLICT");
  });
}
