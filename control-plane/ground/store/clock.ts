import { noteSharedTime } from "@ferrule/kit/shared-time.ts";
import type { Store } from "./store.ts";
import type { AnyScope } from "./scope.ts";
import { sql, type RawBuilder } from "kysely";

/**
 * The current time as an SQL expression: all replicas share the database's clock. Tests substitute another time. A
 * statement evaluates it once, so that an index can find the due rows. If PostgreSQL evaluated it for each row, it
 * would read all waiting rows.
 */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`(select clock_timestamp())`;

/** The current time by the given clock. */
export async function readClock({ tx }: AnyScope, clock: Clock): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clock()} as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** A time this much later than now, by the same clock. */
export const later = (clock: Clock, ms: number): RawBuilder<Date> =>
  sql<Date>`${clock()} + ${ms} * interval '1 millisecond'`;

/** Measures how far this machine's clock is from the database's, for `sharedNow`. */
export async function measureSharedTime(store: Pick<Store, "inInstallation">): Promise<void> {
  await store.inInstallation(async (scope) => {
    const askedAt = Date.now();
    const told = await readClock(scope, databaseClock);
    noteSharedTime(told.getTime(), askedAt, Date.now());
  });
}
