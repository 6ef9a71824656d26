import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { listTokenRows, toApiToken } from "./queries.ts";

/** The caller's API tokens, newest first: metadata only. */
export const listTokens: Handlers["listTokens"] = async ({ scope, actor, query }) => {
  const { list, wish } = readWish(query, `tokens:${actor.userId}`);
  const page = toPage(await listTokenRows(scope, actor.userId, wish), query.limit, list, cursorOf);
  return { items: page.items.map(toApiToken), nextCursor: page.nextCursor };
};
