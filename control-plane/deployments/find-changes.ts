import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { AnyScope } from "../store/scope.ts";
import { compareArtifacts } from "./compare-artifacts.ts";
import { compareLibraries } from "./library-pins.ts";
import { readPins } from "./queries/library-pins.ts";
import type { DeploymentChange } from "../store/tables/deployments.ts";

interface Served {
  deploymentId: string;
  manifest: ArtifactManifest;
}

/** What changes when a deployment's artifact replaces what is served. It is stored as the deployment's `changes`. */
export async function findChanges(
  scope: AnyScope,
  projectId: string,
  before: Served | null,
  after: Served,
): Promise<DeploymentChange[]> {
  const libraries = compareLibraries(
    before ? await readPins(scope, projectId, before.deploymentId) : [],
    await readPins(scope, projectId, after.deploymentId),
  );
  return [...compareArtifacts(before?.manifest ?? null, after.manifest), ...libraries];
}
