import type { AnyScope } from "../../../ground/store/scope.ts";
import { compareOpened } from "./compare-opened.ts";
import { compareLibraries } from "./library-pins.ts";
import { openArtifact } from "../artifacts/open-artifact.ts";
import { readPins } from "../queries/library-pins.ts";
import type { StoredArtifact } from "../queries/read-artifact.ts";
import type { DeploymentChange } from "../../../ground/store/tables/deployments.ts";

interface Served {
  deploymentId: string;
  artifact: StoredArtifact;
}

/** The changes when a deployment's artifact replaces the active one. The deployment stores them as its `changes`. */
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
  if (before?.artifact.digest === after.artifact.digest) return libraries;
  const was = before && openArtifact(scope, before.artifact);
  return [...(await compareOpened(was, openArtifact(scope, after.artifact))), ...libraries];
}
