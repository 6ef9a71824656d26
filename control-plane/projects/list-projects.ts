import type { Handlers } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { describeProjects, listProjectRows } from "./records.ts";

/** Projects, newest first. An API token sees the one that it is limited to. */
export const listProjects: Handlers["listProjects"] = async ({ scope, actor, query }) => {
  const { limit, cursor, status } = query;
  const list = `projects:${status ?? "all"}`;
  const before = decodeCursor(cursor, list)?.[0] ?? null;
  const rows = await listProjectRows(scope, { status, only: actor.tokenProjectId }, limit, before);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: await describeProjects(scope, page.items), nextCursor: page.nextCursor };
};
