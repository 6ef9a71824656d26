import type { AuditTarget } from "../../ground/handler/handler.ts";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { HttpBindingRow, McpBindingRow } from "./queries.ts";

const toolFields = (row: McpBindingRow) => ({
  endpointId: row.endpointId,
  functionId: row.functionId,
  toolName: row.toolName,
  title: row.title,
  description: row.description,
  annotations: row.annotations,
  enabled: row.enabled,
  scope: row.scope,
  whenClientLeaves: row.whenClientLeaves,
});

const routeFields = (row: HttpBindingRow) => ({
  endpointId: row.endpointId,
  functionId: row.functionId,
  method: row.method,
  path: row.path,
  description: row.description,
  enabled: row.enabled,
  scope: row.scope,
  successStatus: row.successStatus,
  bodyType: row.bodyType,
  bodyProperty: row.bodyProperty,
  idempotency: row.idempotency,
  etag: row.etag,
  whenClientLeaves: row.whenClientLeaves,
  delivery: row.delivery,
});

/** What an audit event says about a change to a tool; null before it is created and after it is deleted. */
export function auditedTool(before: McpBindingRow | null, after: McpBindingRow | null): AuditTarget {
  const row = after ?? before;
  return {
    kind: "mcp-binding",
    id: row?.id ?? null,
    name: row?.toolName ?? null,
    changes: auditedChanges(before && toolFields(before), after && toolFields(after)),
  };
}

/** What an audit event says about a change to a route; null before it is created and after it is deleted. */
export function auditedRoute(before: HttpBindingRow | null, after: HttpBindingRow | null): AuditTarget {
  const row = after ?? before;
  return {
    kind: "http-binding",
    id: row?.id ?? null,
    name: row ? `${row.method} ${row.path}` : null,
    changes: auditedChanges(before && routeFields(before), after && routeFields(after)),
  };
}
