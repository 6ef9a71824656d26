import { createHash } from "node:crypto";
import { invalidCursor } from "../store/rows/invalid-cursor.ts";

/** A list's name holds its filters and so may have any length. A cursor holds a short hash of it. */
const mark = (list: string) => createHash("sha256").update(list).digest("base64url").slice(0, 16);

/**
 * Decodes a page's cursor: the sort key of the last item shown, as text parts; null for the first page. `list` names
 * the list with its Project and filters (`functions:${projectId}`).
 * @throws PublicError VALIDATION_ERROR when it is malformed or belongs to another list.
 */
export function decodeCursor(cursor: string | undefined, list: string): string[] | null {
  if (cursor === undefined) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(parts) || parts.length < 2 || parts[0] !== mark(list)) throw invalidCursor();
  const key: unknown[] = parts.slice(1);
  if (!key.every((part) => typeof part === "string" && part.length <= 300 && !part.includes("\0")))
    throw invalidCursor();
  return key as string[];
}

/** The cursor that `decodeCursor` reads for this list: the sort key after which the next page begins. */
export const encodeCursor = (list: string, key: readonly string[]) =>
  Buffer.from(JSON.stringify([mark(list), ...key])).toString("base64url");

/**
 * One page out of `limit + 1` rows from the database: the extra row only says whether there is a next page. `keyOf`
 * returns the sort key of a row, which `decodeCursor` returns for the next page.
 */
export function toPage<T>(
  rows: readonly T[],
  limit: number,
  list: string,
  keyOf: (row: T) => readonly string[],
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(list, keyOf(last)) : null };
}
