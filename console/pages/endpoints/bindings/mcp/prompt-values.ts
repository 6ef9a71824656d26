import { mcpBindingProblems, placeholdersOf, usualParts } from "@ferrule/contract/mcp-bindings/binding-problems.ts";
import { fillPlaceholders } from "@ferrule/contract/mcp-bindings/placeholders.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import type { McpFields } from "@ferrule/contract/resources/binding.ts";
import type { McpArgument, PromptMessage } from "@ferrule/contract/resources/mcp-fields.ts";

type Shared = Pick<McpFields, "toolName" | "description" | "enabled" | "whenClientLeaves" | "icons">;

/** A prompt in its form, like `ResourceValues`. */
export interface PromptValues extends Shared, Record<string, unknown> {
  functionId: string | undefined;
  title: string | undefined;
  scope: string | undefined;
  /** Null: a Function returns them. */
  messages: PromptMessage[] | null;
  arguments: McpArgument[];
}

/** What is wrong with a prompt as a whole, at its fields. */
export function promptProblems({ functionId, messages, arguments: given }: PromptValues): Issue[] {
  if (messages === null && functionId === undefined)
    return [{ path: "functionId", message: "is missing: choose a Function, or write the messages here" }];
  const whole = { ...usualParts, kind: "prompt" as const, messages, arguments: given };
  return mcpBindingProblems({ ...whole, functionId: messages === null ? (functionId ?? null) : null });
}

/** The placeholders of a message that no argument fills, each once; null if its braces are not those of `{{name}}`. */
export function unknownPlaceholders(text: string, given: readonly Pick<McpArgument, "name">[]): string[] | null {
  const named = placeholdersOf(text);
  if (named === null) return null;
  const known = new Set(given.map(({ name }) => name));
  return [...new Set(named)].filter((name) => !known.has(name));
}

/** The arguments that no message uses. */
export function unusedArguments(messages: readonly PromptMessage[], given: readonly McpArgument[]): string[] {
  const used = new Set(messages.flatMap(({ text }) => placeholdersOf(text) ?? []));
  return given.map(({ name }) => name).filter((name) => name !== "" && !used.has(name));
}

const mostShown = 32_768;

/** A message with examples in place of its arguments: their first value, otherwise their name. */
export function sampleText(text: string, given: readonly McpArgument[]): string {
  const samples = new Map(given.map(({ name, values }) => [name, values?.[0] ?? `‹${name}›`]));
  return fillPlaceholders(text, (name) => samples.get(name) ?? `{{${name}}}`, mostShown) ?? text;
}
