import type {
  ArtifactEndpoint,
  ArtifactFunction,
  ArtifactManifest,
  ArtifactPrompt,
  ArtifactResource,
  ArtifactRoute,
  ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";

interface Named {
  /** How callers name it: `tool look_up`, `resource handbook` or `route GET /orders/{}` (parameters by position). */
  called: string;
  /** `Tool look_up`. */
  shown: string;
  /** Its name in scopes and rules: `look_up`, `resource:handbook`, `GET /orders/{orderId}`. */
  target: string;
  binding: ArtifactTool | ArtifactRoute | ArtifactResource | ArtifactPrompt;
  /** What a client has to know to reach a resource. */
  uri?: string;
  /** The arguments that a prompt needs, as far as it says so itself. */
  needed?: string[];
}

/** A binding with its endpoint's settings and its Function. */
export interface Offer extends Named {
  endpointId: string;
  endpointSlug: string;
  held: ArtifactFunction | undefined;
}

const shapeOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, "{}");

const routesOf = ({ routes }: ArtifactEndpoint): Named[] =>
  routes.map((binding) => ({
    called: `route ${binding.method} ${shapeOf(binding.path)}`,
    shown: `Route ${binding.method} ${binding.path}`,
    target: `${binding.method} ${binding.path}`,
    binding,
  }));

const mcpOf = ({ tools, resources = [], prompts = [] }: ArtifactEndpoint): Named[] => [
  ...tools.map((binding) => ({
    called: `tool ${binding.toolName}`,
    shown: `Tool ${binding.toolName}`,
    target: targetOf("tool", binding.toolName),
    binding,
  })),
  ...resources.map((binding) => ({
    called: `resource ${binding.name}`,
    shown: `Resource ${binding.name}`,
    target: targetOf("resource", binding.name),
    binding,
    uri: binding.uri,
  })),
  ...prompts.map((binding) => ({
    called: `prompt ${binding.name}`,
    shown: `Prompt ${binding.name}`,
    target: targetOf("prompt", binding.name),
    binding,
    needed: (binding.arguments ?? []).flatMap(({ name, required }) => (required ? name : [])),
  })),
];

/** The bindings of all endpoints of one kind, by their ids. */
export function offersOf(
  { functions, endpoints }: Pick<ArtifactManifest, "functions" | "endpoints">,
  kind: EndpointKind,
): Map<string, Offer> {
  const held = new Map(functions.map((one) => [one.id, one]));
  const offers = endpoints.flatMap((endpoint) =>
    (kind === "mcp" ? mcpOf : routesOf)(endpoint).map((one): Offer => ({
      ...one,
      endpointId: endpoint.id,
      endpointSlug: endpoint.slug,
      held: held.get(one.binding.functionId ?? ""),
    })),
  );
  return new Map(offers.map((offer) => [offer.binding.bindingId, offer]));
}
