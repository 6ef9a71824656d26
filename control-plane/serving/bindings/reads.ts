import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { listHttpBindingRows, listMcpBindingRows, findHttpBinding, findMcpBinding } from "./queries.ts";
import { toHttpBinding, toMcpBinding } from "./to-binding.ts";
import { inputSchemasOf } from "../../authoring/functions/queries/functions.ts";

/** The drafted routes of an endpoint, newest first; an MCP endpoint has none. */
export const listHttpBindings: Handlers["listHttpBindings"] = async ({ scope, params, query }) => {
  const { list, wish } = readWish(query, `http-bindings:${scope.projectId}:${params.endpointId}`);
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const rows = await listHttpBindingRows(scope, { ...wish, endpointId: endpoint.id });
  const page = toPage(rows, query.limit, list, cursorOf);
  return { items: page.items.map(toHttpBinding), nextCursor: page.nextCursor };
};

/** The drafted tools of an endpoint, newest first; an HTTP endpoint has none. */
export const listMcpBindings: Handlers["listMcpBindings"] = async ({ scope, params, query }) => {
  const { list, wish } = readWish(query, `mcp-bindings:${scope.projectId}:${params.endpointId}`);
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const rows = await listMcpBindingRows(scope, { ...wish, endpointId: endpoint.id });
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

export const getHttpBinding: Handlers["getHttpBinding"] = async ({ scope, params }) =>
  toHttpBinding(found(await findHttpBinding(scope, params.endpointId, params.bindingId)));

export const getMcpBinding: Handlers["getMcpBinding"] = async ({ scope, params }) => {
  const row = found(await findMcpBinding(scope, params.endpointId, params.bindingId));
  const inputSchemas = await inputSchemasOf(scope, [row.functionId]);
  return toMcpBinding(row, inputSchemas.get(row.functionId) ?? null);
};
