import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { containing } from "./containing.ts";
import { invalidCursor } from "./invalid-cursor.ts";

/** A sort order of a list: an expression that is never null. */
export interface SortKey {
  by: RawBuilder<unknown>;
  kind: "text" | "time" | "number";
}

/** The caller's wishes for a list. */
export interface ListWish {
  /** A part of the text that the list searches, or a whole id. */
  q?: string | undefined;
  ids?: readonly string[] | undefined;
  /** The name of a sort key, with a leading `-` for descending; newest first without one. */
  sort?: string | undefined;
  limit: number;
  /** The cursor's parts: the sort key's value if the list is sorted, and the id. */
  after: readonly string[] | null;
}

export interface ListShape {
  /** The table, or its alias in the statement. */
  table: string;
  /** The text that `q` searches. */
  words: RawBuilder<unknown>;
  sorts?: Readonly<Record<string, SortKey>>;
}

const wholeNumber = /^-?\d{1,15}$/;

/** A sort key as the text of a cursor. */
const asText = ({ by, kind }: SortKey) =>
  kind === "time"
    ? sql<string | null>`(extract(epoch from ${by}) * 1000)::bigint::text`
    : sql<string | null>`(${by})::text`;

/** A cursor's text as a value to compare the sort key with. */
function asValue({ kind }: SortKey, text: string): RawBuilder<unknown> {
  if (kind === "text") return sql`${text}::text`;
  if (!wholeNumber.test(text)) throw invalidCursor();
  return kind === "time" ? sql`to_timestamp(${text}::bigint / 1000.0)` : sql`${text}::bigint`;
}

/**
 * Adds search, order, cursor and limit to a list's statement, which has its own Project condition and filters. Returns
 * up to `limit + 1` rows, each with the `sortKey` that `cursorOf` puts into a cursor.
 * @throws PublicError VALIDATION_ERROR for a cursor that this order never issued
 */
export function selectPage<DB, TB extends keyof DB, O extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  { q, ids, sort, limit, after }: ListWish,
  { table, words, sorts = {} }: ListShape,
): Promise<(O & { sortKey: string | null })[]> {
  const id = sql.ref(`${table}.id`);
  const isDown = sort === undefined || sort.startsWith("-");
  const key = sort === undefined ? undefined : sorts[sort.replace("-", "")];
  const direction = isDown ? sql`desc` : sql`asc`;
  let page = query.select((key ? asText(key) : sql<string | null>`null`).as("sortKey"));
  const text = q?.trim().toLowerCase() ?? "";
  if (text !== "") {
    page = page.where(sql<boolean>`(lower(${words}) like ${containing(text)} or ${id} = ${q?.trim()})`);
  }
  if (ids !== undefined) page = page.where(sql<boolean>`${id} = any(${ids}::text[])`);
  if (after !== null) {
    const [first = "", last] = after;
    if ((last === undefined) !== (key === undefined)) throw invalidCursor();
    const than = isDown ? sql`<` : sql`>`;
    page = page.where(
      key === undefined
        ? sql<boolean>`${id} ${than} ${first}`
        : sql<boolean>`(${key.by}, ${id}) ${than} (${asValue(key, first)}, ${last})`,
    );
  }
  if (key !== undefined) page = page.orderBy(sql`${key.by} ${direction}`);
  const rows = page
    .orderBy(sql`${id} ${direction}`)
    .limit(limit + 1)
    .execute();
  return rows as Promise<unknown[]> as Promise<(O & { sortKey: string | null })[]>;
}

/** The parts of the cursor behind a row. */
export const cursorOf = ({ id, sortKey }: { id: string; sortKey: string | null }): string[] =>
  sortKey === null ? [id] : [sortKey, id];

type Key = string | number | Date;

/**
 * A list without search or custom order, newest first: up to `limit + 1` rows before the one with these keys.
 * @param by the columns of the keys, with the table name if the statement reads several: `["run.scheduledFor",
 * "run.id"]`
 */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  limit: number,
  before: Key | readonly Key[] | null | undefined,
  by: readonly string[] = ["id"],
): SelectQueryBuilder<DB, TB, O> {
  const columns = by.map((column) => sql.ref(column));
  const keys = before === null || before === undefined ? [] : [before].flat().map((key) => sql`${key}`);
  const page = keys.length === 0 ? query : query.where(sql<boolean>`(${sql.join(columns)}) < (${sql.join(keys)})`);
  return page.orderBy(sql.join(columns.map((column) => sql`${column} desc`))).limit(limit + 1);
}
