import type { Handlers } from "../../ground/handler/handler.ts";
import { auditedTool } from "./audited-binding.ts";
import { insertMcpBinding } from "./queries.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { taken } from "./taken.ts";
import { inputSchemasOf } from "../../authoring/functions/queries/functions.ts";
import { toMcpBinding } from "./to-binding.ts";

/** Binds a Function to a tool of one endpoint, from the next deployment on. */
export const createMcpBinding: Handlers["createMcpBinding"] = async ({ scope, params, body }) => {
  const endpoint = await requireEndpoint(scope, params.endpointId, "mcp", body.functionId);
  const row = await insertMcpBinding(scope, { ...body, endpointId: endpoint.id }).catch(taken);
  const inputSchemas = await inputSchemasOf(scope, [row.functionId]);
  return { answer: toMcpBinding(row, inputSchemas.get(row.functionId) ?? null), audit: auditedTool(null, row) };
};
