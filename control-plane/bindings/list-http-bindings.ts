import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { findEndpoint } from "../runtime-endpoints/records.ts";
import { listHttpBindingRows } from "./records.ts";
import { toHttpBinding } from "./to-binding.ts";

/**
 * The routes of an endpoint as drafted, newest first (api-contract section 4); an endpoint of the other kind has
 * none.
 */
export const listHttpBindings: Handler<Operations["listHttpBindings"]> = async ({ scope, params, query }) => {
  const list = `http-bindings:${scope.projectId}:${params.endpointId}`;
  const before = decodeCursor(query.cursor, list)?.[0];
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const rows = await listHttpBindingRows(scope, endpoint.id, query.limit, before);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: page.items.map(toHttpBinding), nextCursor: page.nextCursor };
};
