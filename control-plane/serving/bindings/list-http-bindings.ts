import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/select-page.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { listHttpBindingRows } from "./queries.ts";
import { toHttpBinding } from "./to-binding.ts";

/** The drafted routes of an endpoint, newest first; an MCP endpoint has none. */
export const listHttpBindings: Handlers["listHttpBindings"] = async ({ scope, params, query }) => {
  const { list, wish } = readWish(query, `http-bindings:${scope.projectId}:${params.endpointId}`);
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const rows = await listHttpBindingRows(scope, endpoint.id, wish);
  const page = toPage(rows, query.limit, list, cursorOf);
  return { items: page.items.map(toHttpBinding), nextCursor: page.nextCursor };
};
