import type { Handlers } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { listUserRows, toUser } from "./records.ts";

/** Users of the installation, newest first. */
export const listUsers: Handlers["listUsers"] = async ({ scope, query: { limit, cursor } }) => {
  const rows = await listUserRows(scope, limit, decodeCursor(cursor, "users")?.[0] ?? null);
  const page = toPage(rows, limit, "users", ({ id }) => [id]);
  return { items: page.items.map(toUser), nextCursor: page.nextCursor };
};
