import { decodeCursor } from "./page.ts";

/**
 * Splits a list's query into the search itself and the name for its cursors. The name contains every filter, so that
 * one search refuses the cursor of another.
 */
export function readWish<Q extends { limit: number; cursor?: string | undefined }>(
  { limit, cursor, ...filter }: Q,
  of: string,
) {
  const list = `${of}:${JSON.stringify(filter)}`;
  return { list, wish: { ...filter, limit, after: decodeCursor(cursor, list) } };
}
