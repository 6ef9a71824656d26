import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { promptFields, resourceFields, routeFields, toolFields } from "@ferrule/contract/resources/binding.ts";
import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { HttpBindingRow, McpBindingRow } from "./queries.ts";

const fieldsOfKind = {
  tool: Object.keys(toolFields.shape),
  resource: ["kind", ...Object.keys(resourceFields.omit({ content: true }).shape), "contentDigest", "contentSize"],
  prompt: ["kind", ...Object.keys(promptFields.shape)],
};

/** What a row's kind has. Of a kept content, its digest and size stand for it. */
function mcpParts({ toolName, ...row }: McpBindingRow): Record<string, unknown> {
  const all: Record<string, unknown> = { ...row, name: toolName, toolName };
  return Object.fromEntries(["endpointId", ...fieldsOfKind[row.kind]].map((name) => [name, all[name]]));
}

const routeParts = (row: HttpBindingRow) => ({ endpointId: row.endpointId, ...pickFields(routeFields, row) });

/** What an audit event says about a change to a tool, a resource or a prompt. */
export const auditedMcpBinding = auditedRow("mcp-binding", mcpParts, {
  nameOf: ({ kind, toolName }) => targetOf(kind, toolName),
});

/** What an audit event says about a change to a route. */
export const auditedRoute = auditedRow("http-binding", routeParts, {
  nameOf: ({ method, path }) => `${method} ${path}`,
});
