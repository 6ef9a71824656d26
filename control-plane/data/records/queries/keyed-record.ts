import { sql } from "kysely";
import type { RecordScope } from "./record-scope.ts";
import { alive, inPlace, shown, type RecordRow } from "./records.ts";

/** The values that a record has in the fields of a unique key. */
export interface KeyValues {
  /** The position of the key among the collection's keys, from 0. */
  at: number;
  /** The values in the form that the key's column stores. */
  text: string;
}

/**
 * Takes a lock on the values that data has for a unique key, until the transaction ends. Others who lock the same
 * values wait. Returns the values; null, without a lock, when one is missing or null.
 */
export async function lockKeyValues(
  { tx, collectionId, environment, tenantId }: RecordScope,
  at: number,
  paths: readonly string[],
  data: Record<string, unknown>,
): Promise<KeyValues | null> {
  const place = JSON.stringify(["ferrule.record-key", collectionId, environment, tenantId, at]);
  const { rows } = await sql<{ text: string | null }>`
    select text, pg_advisory_xact_lock(hashtextextended(${place} || text, 0))
    from (select ferrule_unique_key(${JSON.stringify(data)}::text::jsonb, ${JSON.stringify(paths)}::text::jsonb) as text) as given`.execute(
    tx,
  );
  const text = rows[0]?.text ?? null;
  return text === null ? null : { at, text };
}

/** The record with these values of a key, locked: nobody else changes or removes it until the transaction ends. */
export async function holdKeyedRecord(scope: RecordScope, { at, text }: KeyValues): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`select ${shown} from records
    where ${inPlace(scope)} and ${sql.raw(`unique_${at + 1}`)} = ${text} and ${alive} for update`.execute(scope.tx);
  return rows[0];
}
