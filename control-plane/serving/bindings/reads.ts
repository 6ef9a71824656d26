import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { listHttpBindingRows, listMcpBindingRows, findHttpBinding, findMcpBinding } from "./queries.ts";
import { readContent } from "./read-content.ts";
import { toHttpBinding, toMcpBinding } from "./to-binding.ts";
import { warnedInput } from "./warned-input.ts";

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

/** What is drafted on an MCP Endpoint, newest first; an HTTP endpoint has none. */
export const listMcpBindings: Handlers["listMcpBindings"] = async ({ scope, params, query }) => {
  const { id: endpointId } = found(await findEndpoint(scope, params.endpointId));
  return wishedPage(
    query,
    `mcp-bindings:${scope.projectId}:${endpointId}`,
    (wish) => listMcpBindingRows(scope, { ...wish, endpointId }),
    async (rows) => {
      const inputOf = await warnedInput(scope, rows);
      return rows.map((row) => toMcpBinding(row, inputOf(row)));
    },
  );
};

export const getHttpBinding: Handlers["getHttpBinding"] = async ({ scope, params }) =>
  toHttpBinding(found(await findHttpBinding(scope, params.endpointId, params.bindingId)));

export const getMcpBinding: Handlers["getMcpBinding"] = async ({ scope, params }) => {
  const row = found(await findMcpBinding(scope, params.endpointId, params.bindingId));
  const inputOf = await warnedInput(scope, [row]);
  return { ...toMcpBinding(row, inputOf(row)), content: await readContent(scope, row) };
};
