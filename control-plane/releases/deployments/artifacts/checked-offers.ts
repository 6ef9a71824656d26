import type {
  ArtifactEndpoint,
  ArtifactPrompt,
  ArtifactResource,
  ArtifactRoute,
  ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";
import { templateVariables } from "@ferrule/contract/mcp-bindings/uri-template.ts";

/** A binding as a check sees it. */
export interface CheckedOffer {
  /** `tool look_up`. */
  name: string;
  binding: ArtifactTool | ArtifactRoute | ArtifactResource | ArtifactPrompt;
  tool: ArtifactTool | null;
  route: ArtifactRoute | null;
  /** What its caller gives by name, which the Function's input must know. */
  parameters: string[];
  /** Whether a caller gives nothing else; null for a tool and a route, which take any input. */
  isAll: boolean | null;
}

const parameterNames = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");

/** All that an endpoint of an artifact offers and that is enabled. */
export function checkedOffers({ tools, routes, resources = [], prompts = [] }: ArtifactEndpoint): CheckedOffer[] {
  const neither = { tool: null, route: null };
  const offers: CheckedOffer[] = [
    ...tools.map((binding) => {
      return { ...neither, name: `tool ${binding.toolName}`, binding, tool: binding, parameters: [], isAll: null };
    }),
    ...routes.map((binding) => ({
      ...neither,
      name: `route ${binding.method} ${binding.path}`,
      binding,
      route: binding,
      parameters: parameterNames(binding.path),
      isAll: null,
    })),
    ...resources.map((binding) => {
      const parameters = templateVariables(binding.uri);
      return { ...neither, name: `resource ${binding.name}`, binding, parameters, isAll: true };
    }),
    ...prompts.map((binding) => {
      const parameters = (binding.arguments ?? []).map(({ name }) => name);
      // Without arguments of its own, a prompt has those of its Function's input.
      return { ...neither, name: `prompt ${binding.name}`, binding, parameters, isAll: parameters.length > 0 };
    }),
  ];
  return offers.filter(({ binding }) => binding.enabled);
}
