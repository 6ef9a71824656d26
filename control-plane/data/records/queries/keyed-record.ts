import { sql } from "kysely";
import type { RecordScope } from "./record-scope.ts";
import { alive, inPlace, shown, type RecordRow } from "./records.ts";

/** The values that a record has at a unique key. */
export interface KeyValues {
  /** Which of the collection's keys, from 0 on. */
  at: number;
  /** As the column of the key holds them. */
  text: string;
}

/**
 * Locks the values that data has at a unique key, for others who lock them, until the transaction ends. Returns them;
 * null: one is missing or null, and nothing is locked.
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

/** The record with these values of a key, which nobody else changes or removes until the transaction ends. */
export async function holdKeyedRecord(scope: RecordScope, { at, text }: KeyValues): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`select ${shown} from records
    where ${inPlace(scope)} and ${sql.raw(`unique_${at + 1}`)} = ${text} and ${alive} for update`.execute(scope.tx);
  return rows[0];
}
