import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/select-page.ts";
import { describeConnections } from "./describe-connections.ts";
import { listConnectionRows } from "./queries/connections.ts";

/** The Project's connections, newest first, without their URLs. */
export const listConnections: Handlers["listConnections"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, `connections:${scope.projectId}`);
  const page = toPage(await listConnectionRows(scope, wish), query.limit, list, cursorOf);
  return { items: await describeConnections(scope, page.items), nextCursor: page.nextCursor };
};
