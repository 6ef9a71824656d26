import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { HttpBinding, McpBinding } from "@ferrule/contract/resources/binding.ts";
import { toolSchemaWarnings } from "@ferrule/contract/tool-schema-warnings.ts";
import { longTextWarnings, toolNameWarnings } from "@ferrule/contract/tool-text-warnings.ts";
import type { HttpBindingRow, McpBindingRow } from "./queries.ts";

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
  warnings: [
    ...toolNameWarnings(row.toolName),
    ...longTextWarnings("description", row.description),
    ...toolSchemaWarnings(inputSchema),
  ],
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
