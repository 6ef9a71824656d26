import type { Handlers } from "../../ground/handler/handler.ts";
import { keepContents, placeOfContent } from "../../releases/deployments/queries/kept-contents.ts";
import { auditedMcpBinding } from "./audited-binding.ts";
import { insertMcpBinding } from "./queries.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { requireWhole } from "./require-whole.ts";
import { taken } from "./taken.ts";
import { toMcpBinding } from "./to-binding.ts";
import { warnedInput } from "./warned-input.ts";

/** Adds a tool, a resource or a prompt to one endpoint, from the next deployment on. */
export const createMcpBinding: Handlers["createMcpBinding"] = async ({ scope, params, body }) => {
  requireWhole(body);
  const endpoint = await requireEndpoint(scope, params.endpointId, "mcp", body.functionId);
  const { content, ...given } = body;
  if (content !== null) await keepContents(scope, [content]);
  const binding = { ...given, ...placeOfContent(content), endpointId: endpoint.id };
  const row = await insertMcpBinding(scope, binding).catch(taken);
  const inputOf = await warnedInput(scope, [row]);
  return { answer: toMcpBinding(row, inputOf(row)), audit: auditedMcpBinding(null, row) };
};
