import { sql, type ColumnType } from "kysely";

/** A jsonb column: read as a value, written as its JSON text (see `json`). */
export type Json<T> = ColumnType<T, T, T>;

/** A jsonb parameter. We always send it as text, because `pg` would send an array as a PostgreSQL array. */
export const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::text::jsonb`;

/** A json parameter: unlike jsonb, the column keeps the order of properties. */
export const orderedJson = <T>(value: T) => sql<T>`${JSON.stringify(value)}::text::json`;

/** The members of a JSON object from columns of a table: `'timeoutMs', f.timeout_ms`. */
export const jsonMembers = (alias: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}`));
