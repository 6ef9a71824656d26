import { cursorOf, type ListWish } from "../store/rows/select-page.ts";
import { decodeCursor, toPage } from "./page.ts";

interface Asked {
  limit: number;
  cursor?: string | undefined;
}

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * A page of a list that has its newest rows first.
 * @param list the name of the list, with its Project and filters (`decodeCursor`)
 * @param read returns up to `limit + 1` rows before the one with this id
 */
export async function newestPage<Row extends { id: string }, Shown>(
  { limit, cursor }: Asked,
  list: string,
  read: (limit: number, before: string | undefined) => Promise<readonly Row[]>,
  show: (rows: Row[]) => Shown[] | Promise<Shown[]>,
): Promise<Page<Shown>> {
  const rows = await read(limit, decodeCursor(cursor, list)?.[0]);
  const { items, nextCursor } = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: await show(items), nextCursor };
}

/**
 * A page of a list that callers search and sort. The name for its cursors contains every filter, so that one search
 * refuses the cursor of another.
 * @param of the name of the list, with its Project
 * @param read returns up to `limit + 1` rows as the caller wishes (`selectPage`)
 */
export async function wishedPage<Query extends Asked, Row extends { id: string; sortKey: string | null }, Shown>(
  { limit, cursor, ...filter }: Query,
  of: string,
  read: (wish: Omit<Query, "limit" | "cursor"> & Pick<ListWish, "limit" | "after">) => Promise<readonly Row[]>,
  show: (rows: Row[]) => Shown[] | Promise<Shown[]>,
): Promise<Page<Shown>> {
  const list = `${of}:${JSON.stringify(filter)}`;
  const rows = await read({ ...filter, limit, after: decodeCursor(cursor, list) });
  const { items, nextCursor } = toPage(rows, limit, list, cursorOf);
  return { items: await show(items), nextCursor };
}
