import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { readArtifactOf } from "./queries/read-artifact.ts";
import { readDeployment } from "./queries/deployments.ts";
import type { DeploymentChange } from "../../ground/store/tables/deployments.ts";

const most = 20;

/** The enabled tools and routes of an artifact. First come those that `changes` names, or whose Function it names. */
function offersOf(
  { endpoints, functions }: Pick<ArtifactManifest, "endpoints" | "functions">,
  changes: readonly DeploymentChange[],
) {
  const changed = new Set(
    changes.filter(({ change }) => change !== "removed").map(({ kind, name }) => `${kind} ${name}`),
  );
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  const offers = endpoints.flatMap(({ id, slug, name: endpointName, kind, tools, routes }) =>
    [...tools, ...routes]
      .filter(({ enabled }) => enabled)
      .map((binding) => {
        const isTool = "toolName" in binding;
        const name = isTool ? binding.toolName : `${binding.method} ${binding.path}`;
        const isChanged =
          changed.has(`${isTool ? "mcp" : "http"}-binding ${slug}: ${name}`) ||
          changed.has(`function ${slugs.get(binding.functionId)}`);
        return { endpointId: id, endpointName, kind, name, changed: isChanged };
      }),
  );
  return [...offers.filter((one) => one.changed), ...offers.filter((one) => !one.changed)].slice(0, most);
}

/**
 * The tools and routes of a deployment that a caller may call, so that its author can try the new ones. Empty until it
 * is built.
 */
export const getDeploymentOffers: Handlers["getDeploymentOffers"] = async ({ scope, params }) => {
  const { digest, changes } = found(await readDeployment(scope, scope.projectId, params.projectDeploymentId));
  if (digest === null) return { offers: [] };
  return { offers: offersOf(await readArtifactOf(scope, scope.projectId, digest), changes) };
};
