import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { routeFields, toolFields } from "@ferrule/contract/resources/binding.ts";
import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { HttpBindingRow, McpBindingRow } from "./queries.ts";

const toolParts = (row: McpBindingRow) => ({ endpointId: row.endpointId, ...pickFields(toolFields, row) });
const routeParts = (row: HttpBindingRow) => ({ endpointId: row.endpointId, ...pickFields(routeFields, row) });

/** What an audit event says about a change to a tool. */
export const auditedTool = auditedRow("mcp-binding", toolParts, { nameOf: ({ toolName }) => toolName });

/** What an audit event says about a change to a route. */
export const auditedRoute = auditedRow("http-binding", routeParts, {
  nameOf: ({ method, path }) => `${method} ${path}`,
});
