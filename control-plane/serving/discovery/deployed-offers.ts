import type { Offer } from "@ferrule/contract/endpoint-openapi/offer.ts";
import type {
  ArtifactFunction,
  ArtifactManifest,
  ArtifactPrompt,
  ArtifactResource,
  ArtifactRoute,
  ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";

/** A binding whose Function is null where the Project keeps what it offers. */
interface Kept<Binding> {
  binding: Binding;
  held: ArtifactFunction | null;
}

const byName =
  <Binding>(nameOf: (binding: Binding) => string) =>
  (a: { binding: Binding }, b: { binding: Binding }) =>
    nameOf(a.binding) < nameOf(b.binding) ? -1 : 1;

export interface DeployedOffers {
  tools: Offer<ArtifactTool>[];
  routes: Offer<ArtifactRoute>[];
  resources: Kept<ArtifactResource>[];
  prompts: Kept<ArtifactPrompt>[];
}

/** What an endpoint offers in an artifact, sorted by name; empty when the artifact has no such endpoint. */
export function deployedOffers(artifact: ArtifactManifest | null, endpointId: string): DeployedOffers {
  const endpoint = artifact?.endpoints.find(({ id }) => id === endpointId);
  const functions = new Map(artifact?.functions.map((held) => [held.id, held]));
  const offered = <Binding extends { functionId: string; enabled: boolean }>(
    bindings: readonly Binding[],
    nameOf: (binding: Binding) => string,
  ): Offer<Binding>[] =>
    bindings
      .flatMap((binding) => {
        const held = functions.get(binding.functionId);
        return binding.enabled && held ? [{ binding, held }] : [];
      })
      .sort(byName(nameOf));
  const kept = <Binding extends { functionId: string | null; enabled: boolean; name: string }>(
    bindings: readonly Binding[],
  ): Kept<Binding>[] =>
    bindings
      .flatMap((binding) => {
        const held = functions.get(binding.functionId ?? "") ?? null;
        return binding.enabled && (held !== null || binding.functionId === null) ? [{ binding, held }] : [];
      })
      .sort(byName(({ name }) => name));
  return {
    tools: offered(endpoint?.tools ?? [], ({ toolName }) => toolName),
    routes: offered(endpoint?.routes ?? [], ({ path, method }) => `${path} ${method}`),
    resources: kept(endpoint?.resources ?? []),
    prompts: kept(endpoint?.prompts ?? []),
  };
}
