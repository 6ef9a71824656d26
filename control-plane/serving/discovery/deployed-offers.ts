import type { Offer } from "@ferrule/contract/endpoint-openapi/offer.ts";
import type { ArtifactManifest, ArtifactRoute, ArtifactTool } from "@ferrule/contract/internal/artifact.ts";

export interface DeployedOffers {
  tools: Offer<ArtifactTool>[];
  routes: Offer<ArtifactRoute>[];
}

/** The tools or routes of an endpoint in an artifact, sorted by name; empty when the artifact has no such endpoint. */
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
      .sort((a, b) => (nameOf(a.binding) < nameOf(b.binding) ? -1 : 1));
  return {
    tools: offered(endpoint?.tools ?? [], ({ toolName }) => toolName),
    routes: offered(endpoint?.routes ?? [], ({ path, method }) => `${path} ${method}`),
  };
}
