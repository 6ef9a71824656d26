import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { findEndpoint } from "../runtime-endpoints/records.ts";
import { listMcpBindingRows } from "./records.ts";
import { inputSchemasOf } from "../functions/records.ts";
import { toMcpBinding } from "./to-binding.ts";

/**
 * The tools of an endpoint as drafted, newest first (api-contract section 4); an endpoint of the other kind has
 * none.
 */
export const listMcpBindings: Handler<Operations["listMcpBindings"]> = async ({ scope, params, query }) => {
  const list = `mcp-bindings:${scope.projectId}:${params.endpointId}`;
  const before = decodeCursor(query.cursor, list)?.[0];
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const rows = await listMcpBindingRows(scope, endpoint.id, query.limit, before);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  const inputSchemas = await inputSchemasOf(
    scope,
    page.items.map(({ functionId }) => functionId),
  );
  return {
    items: page.items.map((row) => toMcpBinding(row, inputSchemas.get(row.functionId) ?? null)),
    nextCursor: page.nextCursor,
  };
};
