import { PublicError } from "@ferrule/contract/errors.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { inRecords, type RecordPlace, type RecordScope } from "../queries/record-scope.ts";
import { backToWrite, beforeWrite, insertRecords, listTakenIds, type GivenRecord } from "../queries/records.ts";
import type { UsableCollection } from "../queries/usable-collection.ts";
import { explainConflict, pastExpired } from "./write-record.ts";

export type GivenLine = GivenRecord & { line: number };

const atLine = (line: number, error: unknown): never => {
  if (!(error instanceof PublicError) || error.code !== "CONFLICT") throw error;
  throw new PublicError("CONFLICT", `Line ${line}: ${error.message}`, {
    details: { ...error.details, line },
    cause: error,
  });
};

/** Inserts a batch line by line, to find the one that conflicts with a key of another record. */
async function insertEach(
  records: RecordScope,
  collection: UsableCollection,
  version: number,
  batch: readonly GivenLine[],
  replace: boolean,
): Promise<boolean[]> {
  const isNew: boolean[] = [];
  for (const given of batch) {
    const [row] = await pastExpired(records, collection, () =>
      insertRecords(records, collection, version, [given], replace),
    ).catch((error: unknown) => atLine(given.line, error));
    isNew.push(row?.isNew === true);
  }
  return isNew;
}

/**
 * Stores a batch of an import; returns, in no order, whether each record is new.
 * @throws PublicError CONFLICT that names the line
 */
export async function insertLines(
  scope: ProjectScope,
  collection: UsableCollection,
  place: RecordPlace,
  version: number,
  batch: readonly GivenLine[],
  replace: boolean,
): Promise<boolean[]> {
  return inRecords(scope, place, async (records) => {
    const taken = replace
      ? []
      : await listTakenIds(
          records,
          batch.map(({ id }) => id),
        );
    const met = batch.find(({ id }) => taken.includes(id));
    if (met)
      atLine(
        met.line,
        new PublicError("CONFLICT", "There is a record of this id already.", { details: { fields: ["id"] } }),
      );
    await beforeWrite(records);
    try {
      return (await insertRecords(records, collection, version, batch, replace)).map(({ isNew }) => isNew);
    } catch (error) {
      try {
        explainConflict(error, collection);
      } catch (explained) {
        if (!(explained instanceof PublicError)) throw explained;
      }
      await backToWrite(records);
      return insertEach(records, collection, version, batch, replace);
    }
  });
}
