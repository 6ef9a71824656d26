import { mcpBindingProblems, usualParts } from "@ferrule/contract/mcp-bindings/binding-problems.ts";
import { isUriTemplate, templateVariables, uriProblem } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import type { McpFields } from "@ferrule/contract/resources/binding.ts";
import type { McpArgument, McpContent } from "@ferrule/contract/resources/mcp-fields.ts";

type Shared = Pick<McpFields, "toolName" | "description" | "enabled" | "whenClientLeaves" | "icons">;

/** A resource in its form. A field that is not set is undefined; when it is sent, it becomes null. */
export interface ResourceValues extends Shared, Record<string, unknown> {
  functionId: string | undefined;
  title: string | undefined;
  scope: string | undefined;
  uri: string;
  mimeType: string | undefined;
  /** Null: a Function returns it. */
  content: McpContent | null;
  arguments: McpArgument[];
  audience: McpFields["audience"];
  priority: number | undefined;
}

/** The variables of a URI that can be read; none of one that is not finished. */
export const variablesOf = (uri: string): string[] =>
  isUriTemplate(uri) && uriProblem(uri) === null ? templateVariables(uri) : [];

/** What the binding says of each variable of its template, in their order. */
export const argumentsOf = ({ uri, arguments: given }: Pick<ResourceValues, "uri" | "arguments">): McpArgument[] =>
  variablesOf(uri).map((name) => given.find((one) => one.name === name) ?? { name, required: false });

/** The same as it is sent: only variables of which something is said. */
export const saidArguments = (values: Pick<ResourceValues, "uri" | "arguments">): McpArgument[] =>
  argumentsOf(values).filter(
    ({ title, description, values: offered, required }) =>
      required || [title, description, offered].some((one) => one !== undefined && one.length > 0),
  );

/** What is wrong with a resource as a whole, at its fields. */
export function resourceProblems({ functionId, uri, content, ...values }: ResourceValues): Issue[] {
  if (content === null && functionId === undefined)
    return [{ path: "functionId", message: "is missing: choose a Function, or keep the content here" }];
  return mcpBindingProblems({
    ...usualParts,
    kind: "resource",
    functionId: content === null ? (functionId ?? null) : null,
    uri,
    mimeType: values.mimeType ?? null,
    content,
    arguments: saidArguments({ uri, arguments: values.arguments }),
    audience: values.audience,
    priority: values.priority ?? null,
  });
}
