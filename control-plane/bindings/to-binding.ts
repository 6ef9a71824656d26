import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { HttpBinding, McpBinding } from "@ferrule/contract/resources/binding.ts";
import { toolSchemaWarnings } from "@ferrule/contract/tool-schema-warnings.ts";
import type { HttpBindingRow, McpBindingRow } from "./queries.ts";

const comfortableLength = 45;

/** Warnings about a tool name. Some clients accept only `^[a-zA-Z0-9_-]{1,64}$`, and add a prefix of their own. */
function nameWarnings(toolName: string): string[] {
  const warnings: string[] = [];
  if (toolName.includes(".")) warnings.push("Some MCP clients hide tools whose name has a dot.");
  if (toolName.length > comfortableLength) {
    warnings.push(`Some MCP clients hide tools whose name has more than ${comfortableLength} characters.`);
  }
  return warnings;
}

/** `inputSchema` is the Function's schema as far as it is known now; null until it has been derived. */
export const toMcpBinding = (row: McpBindingRow, inputSchema: JsonSchema | null): McpBinding => ({
  id: row.id,
  projectId: row.projectId,
  endpointId: row.endpointId,
  functionId: row.functionId,
  toolName: row.toolName,
  title: row.title,
  description: row.description,
  annotations: row.annotations,
  enabled: row.enabled,
  scope: row.scope,
  whenClientLeaves: row.whenClientLeaves,
  warnings: [...nameWarnings(row.toolName), ...toolSchemaWarnings(inputSchema)],
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});

export const toHttpBinding = (row: HttpBindingRow): HttpBinding => ({
  id: row.id,
  projectId: row.projectId,
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
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});
