import type { AnyScope } from "./scope.ts";
import { sql, type RawBuilder } from "kysely";

/**
 * What time it is, as an SQL expression: the database's clock is the one that all replicas share. Tests put another time
 * in its place.
 */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`clock_timestamp()`;

/** What time the clock of the transaction's database says it is. */
export async function readClock({ tx }: AnyScope, clock: Clock): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clock()} as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** So much later than now, by the same clock. */
export const later = (clock: Clock, ms: number): RawBuilder<Date> =>
  sql<Date>`${clock()} + ${ms} * interval '1 millisecond'`;
