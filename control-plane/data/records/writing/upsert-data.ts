import { PublicError } from "@ferrule/contract/errors.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { holdKeyedRecord, lockKeyValues, type KeyValues } from "../queries/keyed-record.ts";
import { inRecords, type RecordPlace, type RecordScope } from "../queries/record-scope.ts";
import {
  backToWrite,
  beforeWrite,
  insertRecords,
  removeExpired,
  updateRecord,
  type RecordRow,
} from "../queries/records.ts";
import { valueIn } from "../queries/slots.ts";
import type { UsableCollection } from "../queries/usable-collection.ts";
import { explainConflict, isConflict, requireFit } from "./write-record.ts";

interface Given {
  data: Record<string, unknown>;
  key?: readonly string[] | undefined;
  id?: string | undefined;
  ttlSeconds?: number | undefined;
}

type Upserted = RecordRow & { created: boolean };

/**
 * A retry is due when an expired record is in the way, or somebody inserts the same record meanwhile. After this many
 * tries, it is a conflict.
 */
const mostTries = 3;

const sameFields = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((path) => other.includes(path));

/**
 * The unique key that the caller names, with its fields in any order, or the only one. @throws PublicError
 * VALIDATION_ERROR
 */
function requireKey({ uniqueKeys }: UsableCollection, key: readonly string[] | undefined, prefix: string): number {
  const only = uniqueKeys.length === 1 ? 0 : -1;
  const at = key === undefined ? only : uniqueKeys.findIndex((one) => sameFields(one, key));
  if (at !== -1) return at;
  const names = uniqueKeys.map((paths) => paths.join(" and ")).join(", or ");
  const message =
    names === ""
      ? "must name a unique key, and the collection has none"
      : `must name a unique key of the collection: ${names}`;
  throw validationError([{ path: `${prefix}key`, message }]);
}

/** @throws PublicError VALIDATION_ERROR that names the fields of the key without a value */
function refuseWithoutValues(paths: readonly string[], data: unknown, prefix: string): never {
  const lacking = paths.filter((path) => (valueIn(data, path) ?? null) === null);
  const message = "must be there and not be null, because the record is found by it";
  throw validationError(
    (lacking.length === 0 ? paths : lacking).map((path) => ({ path: `${prefix}data.${path}`, message })),
  );
}

/** Replaces the record with these values of a key, or inserts one. The caller has locked the values. */
async function writeKeyed(
  records: RecordScope,
  collection: UsableCollection,
  version: number,
  key: KeyValues,
  { data, id = identifier("rec"), ttlSeconds }: Given,
  revision: number | null,
): Promise<Upserted> {
  for (let tries = 1; ; tries += 1) {
    await beforeWrite(records);
    const before = await holdKeyedRecord(records, key);
    if (revision !== null && before?.revision !== revision) {
      const message = "The record has been changed since it was read, or is gone.";
      throw new PublicError("REVISION_CONFLICT", message, before && { details: { revision: before.revision } });
    }
    const write = async () => {
      if (before) {
        const given = { id: before.id, data, ttlSeconds: ttlSeconds ?? null, revision };
        return updateRecord(records, collection, version, given);
      }
      const given = { id, data, ttlSeconds: ttlSeconds ?? collection.ttlSeconds };
      return (await insertRecords(records, collection, version, [given]))[0];
    };
    try {
      const row = await write();
      if (row === undefined) throw new Error("the database wrote a record but did not return it");
      return { ...row, created: before === undefined };
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) explainConflict(error, collection);
      await backToWrite(records);
      await removeExpired(records);
    }
  }
}

/**
 * Inserts a record of a locked collection, or replaces the data of the one that has the same values of a unique key.
 * Upserts of the same values run one at a time, so that two of them never insert the same record.
 *
 * @param revision The record must still have it; with null, any revision fits, and also no record.
 * @throws PublicError VALIDATION_ERROR, REVISION_CONFLICT, CONFLICT, INVALID_STATE
 */
export async function upsertData(
  scope: ProjectScope,
  collection: UsableCollection,
  where: Omit<RecordPlace, "collectionId">,
  { revision, ...given }: Given & { revision: number | null },
  prefix = "",
): Promise<Upserted> {
  const at = requireKey(collection, given.key, prefix);
  const { version } = await requireFit(scope, collection, given.data, prefix);
  return inRecords(scope, { collectionId: collection.id, ...where }, async (records) => {
    const paths = collection.uniqueKeys[at] ?? [];
    const values = await lockKeyValues(records, at, paths, given.data);
    if (values === null) refuseWithoutValues(paths, given.data, prefix);
    return writeKeyed(records, collection, version, values, given, revision);
  });
}
