import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { httpBinding, mcpBinding, type HttpBinding, type McpBinding } from "@ferrule/contract/resources/binding.ts";
import { toolSchemaWarnings } from "@ferrule/contract/warnings/tool-schema-warnings.ts";
import { longTextWarnings, toolNameWarnings } from "@ferrule/contract/warnings/tool-text-warnings.ts";
import type { HttpBindingRow, McpBindingRow } from "./queries.ts";

const shown = mcpBinding.omit({ content: true });

/**
 * A binding without its kept content.
 * @param inputSchema the schema of a tool's Function as far as it is known now; null until it has been derived
 */
export const toMcpBinding = (row: McpBindingRow, inputSchema: JsonSchema | null): McpBinding =>
  resourceFrom(shown, row, {
    warnings: [
      ...(row.kind === "tool" ? toolNameWarnings(row.toolName) : []),
      ...longTextWarnings("description", row.description),
      ...toolSchemaWarnings(inputSchema),
    ],
  });

export const toHttpBinding = (row: HttpBindingRow): HttpBinding => resourceFrom(httpBinding, row, {});
