import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { listErasureRows, toErasure } from "./queries.ts";

/** The Project's erasures, newest first. */
export const listErasures: Handlers["listErasures"] = async ({ scope, query }) => {
  const list = `erasures:${scope.projectId}`;
  const [before] = decodeCursor(query.cursor, list) ?? [];
  const rows = await listErasureRows(scope, query.limit, before);
  const { items, nextCursor } = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: items.map(toErasure), nextCursor };
};
