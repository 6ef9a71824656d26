import { decodeCursor } from "./page.ts";

/**
 * Parts a list's query into what is asked of it and the name that its cursors carry. The name holds every filter, so that
 * a cursor of one search is refused by another.
 */
export function readWish<Q extends { limit: number; cursor?: string | undefined }>(
  { limit, cursor, ...filter }: Q,
  of: string,
) {
  const list = `${of}:${JSON.stringify(filter)}`;
  return { list, wish: { ...filter, limit, after: decodeCursor(cursor, list) } };
}
