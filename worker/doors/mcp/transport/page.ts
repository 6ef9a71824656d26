import { listTtlMs, type ToolTable } from "../../../deployed/endpoints/bindings/tool-table.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { cachedResultJson } from "./result.ts";

const pageLength = 200;
const cursorText = /^after:([A-Za-z0-9_.-]{1,64})$/;

const encodeCursor = (name: string) => Buffer.from(`after:${name}`).toString("base64url");

function decodeCursor(cursor: unknown): string | null {
  if (typeof cursor !== "string" || cursor.length > 200) return null;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const name = cursorText.exec(text)?.[1];
  return name !== undefined && encodeCursor(name) === cursor ? name : null;
}

/** A list of which clients read a page at a time. */
export interface Listing<T> {
  /** The member of the result. */
  member: string;
  /** What this caller may know of, sorted by name. */
  all: readonly T[];
  nameOf: (one: T) => string;
  /** The JSON of its entry. */
  entryOf: (one: T) => string;
}

/**
 * The JSON of a list's result, with 200 entries a page. Null for an invalid cursor. A cursor names the last entry
 * before the page, so it works on any worker and after a deployment.
 */
export function pageOf<T>(
  table: Pick<ToolTable, "modernEnd">,
  revision: Revision,
  { member, all, nameOf, entryOf }: Listing<T>,
  cursor: unknown,
): string | null {
  let begin = 0;
  if (cursor !== undefined) {
    const after = decodeCursor(cursor);
    if (after === null) return null;
    begin = all.findIndex((one) => nameOf(one) > after);
    if (begin === -1) begin = all.length;
  }
  const page = all.slice(begin, begin + pageLength);
  const last = page.at(-1);
  const more = last !== undefined && begin + page.length < all.length;
  const next = more ? `,"nextCursor":"${encodeCursor(nameOf(last))}"` : "";
  return cachedResultJson(table, revision, `"${member}":[${page.map(entryOf).join(",")}]${next}`, listTtlMs);
}
