import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import { endpointKinds } from "@ferrule/contract/states.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { DeploymentChange } from "../../ground/store/tables/deployments.ts";
import { offersOf } from "./comparing/offers.ts";
import { readDeployment } from "./queries/deployments.ts";
import { readArtifactOf } from "./queries/read-artifact.ts";

const most = 20;

/** What an artifact offers and is enabled. First comes what `changes` names, or whose Function it names. */
function shownOffers(
  artifact: Pick<ArtifactManifest, "endpoints" | "functions">,
  changes: readonly DeploymentChange[],
) {
  const changed = new Set(
    changes.filter(({ change }) => change !== "removed").map(({ kind, name }) => `${kind} ${name}`),
  );
  const names = new Map(artifact.endpoints.map(({ id, name }) => [id, name]));
  const offers = endpointKinds.flatMap((kind) =>
    [...offersOf(artifact, kind).values()]
      .filter(({ binding }) => binding.enabled)
      .map(({ endpointId, endpointSlug, target, held }) => ({
        endpointId,
        endpointName: names.get(endpointId) ?? endpointSlug,
        kind,
        name: target,
        changed:
          changed.has(`${kind}-binding ${endpointSlug}: ${target}`) ||
          (held !== undefined && changed.has(`function ${held.slug}`)),
      })),
  );
  return [...offers.filter((one) => one.changed), ...offers.filter((one) => !one.changed)].slice(0, most);
}

/**
 * What a deployment offers to callers, so that its author can try what is new: tools, resources, prompts and routes.
 * Empty until it is built.
 */
export const getDeploymentOffers: Handlers["getDeploymentOffers"] = async ({ scope, params }) => {
  const { digest, changes } = found(await readDeployment(scope, scope.projectId, params.projectDeploymentId));
  if (digest === null) return { offers: [] };
  return { offers: shownOffers(await readArtifactOf(scope, scope.projectId, digest), changes) };
};
