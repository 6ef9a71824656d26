import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/select-page.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { listMcpBindingRows } from "./queries.ts";
import { inputSchemasOf } from "../../authoring/functions/queries/functions.ts";
import { toMcpBinding } from "./to-binding.ts";

/** The drafted tools of an endpoint, newest first; an HTTP endpoint has none. */
export const listMcpBindings: Handlers["listMcpBindings"] = async ({ scope, params, query }) => {
  const { list, wish } = readWish(query, `mcp-bindings:${scope.projectId}:${params.endpointId}`);
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const rows = await listMcpBindingRows(scope, endpoint.id, wish);
  const page = toPage(rows, query.limit, list, cursorOf);
  const inputSchemas = await inputSchemasOf(
    scope,
    page.items.map(({ functionId }) => functionId),
  );
  return {
    items: page.items.map((row) => toMcpBinding(row, inputSchemas.get(row.functionId) ?? null)),
    nextCursor: page.nextCursor,
  };
};
