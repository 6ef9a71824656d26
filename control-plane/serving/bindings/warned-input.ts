import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { inputSchemasOf } from "../../authoring/functions/queries/functions.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { McpBindingRow } from "./queries.ts";

type Bound = Pick<McpBindingRow, "kind" | "functionId">;

/**
 * Reads the input schemas of the Functions behind tools, as far as they are known now. The result says a row's own; null
 * where none is known, and for a resource or a prompt.
 */
export async function warnedInput(
  scope: ProjectScope,
  rows: readonly Bound[],
): Promise<(row: Bound) => JsonSchema | null> {
  const ids = rows.flatMap(({ kind, functionId }) => (kind === "tool" && functionId !== null ? [functionId] : []));
  const schemas = await inputSchemasOf(scope, ids);
  return ({ kind, functionId }) => (kind === "tool" ? (schemas.get(functionId ?? "") ?? null) : null);
}
