import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { listHttpBindingRows, listMcpBindingRows, findHttpBinding, findMcpBinding } from "./queries.ts";
import { toHttpBinding, toMcpBinding } from "./to-binding.ts";
import { inputSchemasOf } from "../../authoring/functions/queries/functions.ts";

/** The drafted routes of an endpoint, newest first; an MCP endpoint has none. */
export const listHttpBindings: Handlers["listHttpBindings"] = async ({ scope, params, query }) => {
  const { id: endpointId } = found(await findEndpoint(scope, params.endpointId));
  return wishedPage(
    query,
    `http-bindings:${scope.projectId}:${endpointId}`,
    (wish) => listHttpBindingRows(scope, { ...wish, endpointId }),
    (rows) => rows.map(toHttpBinding),
  );
};

/** The drafted tools of an endpoint, newest first; an HTTP endpoint has none. */
export const listMcpBindings: Handlers["listMcpBindings"] = async ({ scope, params, query }) => {
  const { id: endpointId } = found(await findEndpoint(scope, params.endpointId));
  return wishedPage(
    query,
    `mcp-bindings:${scope.projectId}:${endpointId}`,
    (wish) => listMcpBindingRows(scope, { ...wish, endpointId }),
    async (rows) => {
      const inputSchemas = await inputSchemasOf(
        scope,
        rows.map(({ functionId }) => functionId),
      );
      return rows.map((row) => toMcpBinding(row, inputSchemas.get(row.functionId) ?? null));
    },
  );
};

export const getHttpBinding: Handlers["getHttpBinding"] = async ({ scope, params }) =>
  toHttpBinding(found(await findHttpBinding(scope, params.endpointId, params.bindingId)));

export const getMcpBinding: Handlers["getMcpBinding"] = async ({ scope, params }) => {
  const row = found(await findMcpBinding(scope, params.endpointId, params.bindingId));
  const inputSchemas = await inputSchemasOf(scope, [row.functionId]);
  return toMcpBinding(row, inputSchemas.get(row.functionId) ?? null);
};
