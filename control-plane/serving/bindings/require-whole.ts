import { mcpBindingProblems, type McpBindingParts } from "@ferrule/contract/mcp-bindings/binding-problems.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";

/**
 * Requires that the fields of a binding fit together.
 * @param given the whole binding, as it will be
 * @throws PublicError VALIDATION_ERROR naming each field of the body that does not fit
 */
export function requireWhole(given: McpBindingParts): void {
  const problems = mcpBindingProblems(given);
  if (problems.length > 0) throw validationError(problems.map((one) => ({ ...one, path: `body.${one.path}` })));
}
