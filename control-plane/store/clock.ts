import { sql, type RawBuilder } from "kysely";

/**
 * What time it is, as an SQL expression: the database's clock is the one that all replicas share. Tests put another time
 * in its place.
 */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`clock_timestamp()`;
