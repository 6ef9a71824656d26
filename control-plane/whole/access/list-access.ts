import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, encodeCursor } from "../../ground/handler/page.ts";
import { invalidCursor } from "../../ground/store/rows/invalid-cursor.ts";
import { partsOf, placeFrom, readAccess } from "./read-access.ts";

const mostNames = 20;

/** Every caller of every endpoint with what it may call now: by endpoint, environment and kind of caller. */
export const listAccess: Handlers["listAccess"] = async ({ app, scope, query }) => {
  const { limit, cursor, stale, ...filter } = query;
  const list = `access:${scope.projectId}:${JSON.stringify({ ...filter, stale })}`;
  const parts = decodeCursor(cursor, list);
  const from = parts && placeFrom(parts);
  if (parts !== null && from === null) throw invalidCursor();
  const { rows, next } = await readAccess(scope, app, { ...filter, isStale: stale === "true" }, from, limit);
  return {
    items: rows.map(({ callable, of, ...row }) => ({
      ...row,
      callable: { count: callable.length, of, names: callable.slice(0, mostNames) },
    })),
    nextCursor: next && encodeCursor(list, partsOf(next)),
  };
};
