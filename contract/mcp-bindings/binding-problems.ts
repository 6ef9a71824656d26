import type { Issue } from "../json-schema/issue.ts";
import type { McpArgument, PromptMessage } from "../resources/mcp-fields.ts";
import type { McpBindingKind } from "../states.ts";
import { isUriTemplate, templateVariables } from "./uri-template.ts";

/** The fields of a binding that depend on each other. */
export interface McpBindingParts {
  kind: McpBindingKind;
  functionId: string | null;
  annotations: object;
  uri: string | null;
  mimeType: string | null;
  /** A content that the Project keeps, in any form; null: none. */
  content: object | null;
  messages: readonly PromptMessage[] | null;
  arguments: readonly McpArgument[];
  audience: readonly string[];
  priority: number | null;
}

/** The most characters of all messages of a prompt, and of all its arguments as JSON. */
const mostText = 32_768;

/** What a binding has of these fields if it names none of them. */
export const usualParts: Omit<McpBindingParts, "kind" | "functionId"> = {
  annotations: {},
  uri: null,
  mimeType: null,
  content: null,
  messages: null,
  arguments: [],
  audience: [],
  priority: null,
};

const others: Record<McpBindingKind, readonly (keyof typeof usualParts)[]> = {
  tool: ["uri", "mimeType", "content", "messages", "arguments", "audience", "priority"],
  resource: ["annotations", "messages"],
  prompt: ["annotations", "uri", "mimeType", "content", "audience", "priority"],
};

const placeholder = /\{\{\s*([A-Za-z0-9_.]*)\s*\}\}/g;

/** The arguments that a message names, in their order; null if its braces are not those of `{{name}}`. */
export function placeholdersOf(text: string): string[] | null {
  const names = [...text.matchAll(placeholder)].map(([, name = ""]) => name);
  const rest = text.replaceAll(placeholder, "");
  return names.includes("") || /\{\{|\}\}/.test(rest) ? null : names;
}

function argumentProblems({ arguments: given }: McpBindingParts): Issue[] {
  const names = given.map(({ name }) => name);
  if (new Set(names).size < names.length) return [{ path: "arguments", message: "must not name an argument twice" }];
  return JSON.stringify(given).length > mostText
    ? [{ path: "arguments", message: `must have at most ${mostText} characters together` }]
    : [];
}

function resourceProblems({ functionId, uri, content, arguments: given, mimeType }: McpBindingParts): Issue[] {
  if (uri === null) return [{ path: "uri", message: "is missing: a resource needs a URI" }];
  if ((functionId === null) === (content === null))
    return [{ path: "content", message: "must be given, or functionId, but not both" }];
  if (content !== null && isUriTemplate(uri))
    return [{ path: "uri", message: "must be a URI without variables, because the content is kept" }];
  if (content !== null && "base64" in content && mimeType === null)
    return [{ path: "mimeType", message: "is missing: clients cannot tell what the bytes are" }];
  const variables = new Set(templateVariables(uri));
  const unknown = given.findIndex(({ name }) => !variables.has(name));
  return unknown < 0 ? [] : [{ path: `arguments.${unknown}.name`, message: "must be a variable of the URI template" }];
}

function messageProblem({ text }: PromptMessage, known: ReadonlySet<string>): string | null {
  const names = placeholdersOf(text);
  if (names === null) return "must hold braces only as {{argument}}";
  const unknown = names.find((name) => !known.has(name));
  return unknown === undefined ? null : `names ${unknown}, which is none of the arguments`;
}

function promptProblems({ functionId, messages, arguments: given }: McpBindingParts): Issue[] {
  if ((functionId === null) === (messages === null))
    return [{ path: "messages", message: "must be given, or functionId, but not both" }];
  const known = new Set(given.map(({ name }) => name));
  const length = (messages ?? []).reduce((sum, { text }) => sum + text.length, 0);
  if (length > mostText) return [{ path: "messages", message: `must have at most ${mostText} characters together` }];
  return (messages ?? []).flatMap((message, index) => {
    const problem = messageProblem(message, known);
    return problem === null ? [] : [{ path: `messages.${index}.text`, message: problem }];
  });
}

/**
 * What is wrong with a binding of an MCP Endpoint as a whole: a field that its kind does not have, or fields that do not
 * fit together. Whoever changes a binding, checks the result with this.
 */
export function mcpBindingProblems(given: McpBindingParts): Issue[] {
  const foreign = others[given.kind].filter((name) => JSON.stringify(given[name]) !== JSON.stringify(usualParts[name]));
  if (foreign.length > 0) return foreign.map((path) => ({ path, message: `is not a field of a ${given.kind}` }));
  const own = argumentProblems(given);
  if (given.kind === "resource") return [...own, ...resourceProblems(given)];
  if (given.kind === "prompt") return [...own, ...promptProblems(given)];
  return given.functionId === null ? [{ path: "functionId", message: "is missing: a tool needs a Function" }] : own;
}
