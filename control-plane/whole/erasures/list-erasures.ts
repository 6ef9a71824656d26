import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { listErasureRows, toErasure } from "./queries.ts";

/** The Project's erasures, newest first. */
export const listErasures: Handler<Operations["listErasures"]> = async ({ scope, query }) => {
  const list = `erasures:${scope.projectId}`;
  const [before] = decodeCursor(query.cursor, list) ?? [];
  const rows = await listErasureRows(scope, query.limit, before);
  const { items, nextCursor } = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: items.map(toErasure), nextCursor };
};
