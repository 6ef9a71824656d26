import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { routeFields, toolFields } from "@ferrule/contract/resources/binding.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { HttpBindingRow, McpBindingRow } from "./queries.ts";

const toolParts = (row: McpBindingRow) => ({ endpointId: row.endpointId, ...pickFields(toolFields, row) });
const routeParts = (row: HttpBindingRow) => ({ endpointId: row.endpointId, ...pickFields(routeFields, row) });

/** What an audit event says about a change to a tool; null before it is created and after it is deleted. */
export function auditedTool(before: McpBindingRow | null, after: McpBindingRow | null): AuditTarget {
  const row = after ?? before;
  return {
    kind: "mcp-binding",
    id: row?.id ?? null,
    name: row?.toolName ?? null,
    changes: auditedChanges(before && toolParts(before), after && toolParts(after)),
  };
}

/** What an audit event says about a change to a route; null before it is created and after it is deleted. */
export function auditedRoute(before: HttpBindingRow | null, after: HttpBindingRow | null): AuditTarget {
  const row = after ?? before;
  return {
    kind: "http-binding",
    id: row?.id ?? null,
    name: row ? `${row.method} ${row.path}` : null,
    changes: auditedChanges(before && routeParts(before), after && routeParts(after)),
  };
}
