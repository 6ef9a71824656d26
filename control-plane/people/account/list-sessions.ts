import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { session } from "@ferrule/contract/resources/user.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { sessionLifetime } from "../session/session-lifetime.ts";
import { listSessionRows } from "../session/queries.ts";

/** The caller's live sessions, newest first. */
export const listSessions: Handlers["listSessions"] = async ({ app, scope, actor, query: { limit, cursor } }) => {
  const list = `sessions:${actor.userId}`;
  const before = decodeCursor(cursor, list)?.[0];
  const rows = await listSessionRows(scope, actor.userId, sessionLifetime(app.settings).idleMs, limit, before);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  const items = page.items.map((row) => resourceFrom(session, row, { current: row.id === actor.sessionId }));
  return { items, nextCursor: page.nextCursor };
};
