import type { Handlers } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { listTokenRows, toApiToken } from "./records.ts";

/** The own API tokens, newest first: metadata only. */
export const listTokens: Handlers["listTokens"] = async ({ scope, actor, query: { limit, cursor } }) => {
  const list = `tokens:${actor.userId}`;
  const rows = await listTokenRows(scope, actor.userId, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: page.items.map(toApiToken), nextCursor: page.nextCursor };
};
