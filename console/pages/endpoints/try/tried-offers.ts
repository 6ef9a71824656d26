import { templateVariables } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { servedResources, type Prompt, type Resource, type Tool } from "../discovery/served.ts";

/** What an endpoint offers, with its target: `look_up`, `resource:handbook`, `prompt:review`. */
export type Offer =
  | { kind: "tool"; target: string; tool: Tool }
  | { kind: "resource"; target: string; resource: Resource }
  | { kind: "prompt"; target: string; prompt: Prompt };

export interface Lists {
  tools: readonly Tool[];
  resources: readonly Resource[];
  prompts: readonly Prompt[];
}

/** Everything in one list: tools, then resources, then prompts. */
export const offersOf = ({ tools, resources, prompts }: Lists): Offer[] => [
  ...tools.map((tool): Offer => ({ kind: "tool", target: targetOf("tool", tool.name), tool })),
  ...resources.map((resource): Offer => ({
    kind: "resource",
    target: targetOf("resource", resource.name),
    resource,
  })),
  ...prompts.map((prompt): Offer => ({ kind: "prompt", target: targetOf("prompt", prompt.name), prompt })),
];

type Result = Record<string, unknown> | undefined;
type Template = { uriTemplate: string; name: string };
const listIn = (result: Result, name: string): unknown[] | null => {
  const found = result?.[name];
  return Array.isArray(found) ? found : null;
};

/** The lists that an endpoint answered; null where it refused `tools/list`. Another list that it does not have is empty. */
export function listsOf(results: {
  tools: Result;
  resources?: Result;
  templates?: Result;
  prompts?: Result;
}): Lists | null {
  const tools = listIn(results.tools, "tools") as Tool[] | null;
  if (tools === null) return null;
  const resources = (listIn(results.resources, "resources") ?? []) as Resource[];
  const resourceTemplates = (listIn(results.templates, "resourceTemplates") ?? []) as Template[];
  return {
    tools,
    resources: servedResources({ resources, resourceTemplates }),
    prompts: (listIn(results.prompts, "prompts") ?? []) as Prompt[],
  };
}

/** A text to fill in before a resource is read or a prompt is got. */
export interface Blank {
  name: string;
  title?: string;
  description?: string;
  required: boolean;
}

/** The variables of a resource's URI, or the arguments of a prompt. */
export function blanksOf(offer: Exclude<Offer, { kind: "tool" }>): Blank[] {
  if (offer.kind === "resource")
    return templateVariables(offer.resource.uri).map((name) => ({ name, required: false }));
  return (offer.prompt.arguments ?? []).map(({ name, title, description, required = false }) => ({
    name,
    required,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  }));
}

/** Texts without those that are empty: these count as not given. */
export const givenTexts = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
