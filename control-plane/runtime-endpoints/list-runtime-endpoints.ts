import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { describeEndpoints } from "./describe-endpoints.ts";
import { listEndpointRows } from "./records.ts";

/** Specification 4.3: the Project's MCP Endpoints and HTTP APIs, newest first. */
export const listRuntimeEndpoints: Handler<Operations["listRuntimeEndpoints"]> = async ({ app, scope, query }) => {
  const list = `runtime-endpoints:${scope.projectId}:${query.kind ?? "all"}`;
  const before = decodeCursor(query.cursor, list)?.[0];
  const rows = await listEndpointRows(scope, query.kind, query.limit, before);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: await describeEndpoints(scope, app, page.items), nextCursor: page.nextCursor };
};
