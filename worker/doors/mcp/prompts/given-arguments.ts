import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import type { CompiledPrompt } from "../../../deployed/endpoints/bindings/prompt-table.ts";

const mostIssues = 20;

/**
 * Checks the arguments of a prompt, which are texts by their names (MCP, GetPromptRequest). Arguments that the prompt
 * does not know are left to the schema of its Function, if it has one.
 */
export function givenArguments(
  { called, arguments: known }: CompiledPrompt,
  given: unknown,
): { texts: Record<string, string> } | { issues: Issue[] } {
  if (!isObject(given)) return { issues: [{ path: "", message: "must be an object" }] };
  const names = new Set(known.map(({ name }) => name));
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(given)) {
    const path = name.slice(0, 100);
    if (typeof value !== "string") issues.push({ path, message: "must be a text" });
    else if (called === null && !names.has(name)) issues.push({ path, message: "is not an argument of this prompt" });
  }
  for (const { name, required } of known)
    if (required && !Object.hasOwn(given, name)) issues.push({ path: name, message: "is required" });
  return issues.length > 0 ? { issues: issues.slice(0, mostIssues) } : { texts: given as Record<string, string> };
}
