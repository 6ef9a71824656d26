import { storeArtifact, type Declared } from "../queries/artifacts.ts";
import type { ArtifactHead } from "@ferrule/contract/internal/artifact.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { findChanges } from "../comparing/find-changes.ts";
import { findParent } from "../queries/find-parent.ts";
import { moveTarget } from "../queries/move-target.ts";
import { digestOfParts } from "../queries/artifact-parts.ts";
import { findServed } from "../queries/read-artifact.ts";
import { appendLog, updateDeployment } from "../queries/deployments.ts";

/**
 * Stores the artifact, marks the deployment `completed`, and makes Development serve the artifact. The caller has
 * stored its parts and holds Development.
 */
export async function activateArtifact(
  { dependents }: Pick<App, "dependents">,
  scope: InstallationScope,
  deployment: { id: string; projectId: string },
  head: ArtifactHead,
  declared: Declared,
): Promise<void> {
  const { id, projectId } = deployment;
  const digest = await digestOfParts(scope, head);
  await appendLog(scope, deployment, [
    { level: "info", message: "Activated in Development.", data: { stage: "activate" } },
  ]);
  const before = await findServed(scope, projectId, "development");
  await storeArtifact(scope, digest, head, declared);
  const total = head.functions.length;
  const artifact = { digest, projectId, head, manifest: null };
  await updateDeployment(scope, id, {
    status: "completed",
    finished: true,
    digest,
    parentId: await findParent(scope, projectId, "development", digest),
    changes: await findChanges(scope, projectId, before, { deploymentId: id, artifact }, (endpointIds) =>
      dependents.callers(scope, projectId, "development", endpointIds),
    ),
    progress: { done: total, total, step: "completed" },
    // From here on, the artifact has everything else, and the Functions' revisions keep the sources.
    snapshot: null,
  });
  await moveTarget(scope, { id, projectId, target: "development", digest }, false);
  const message =
    before?.artifact.digest === digest ? "Completed; nothing has changed." : `Completed: artifact ${digest}.`;
  await appendLog(scope, deployment, [{ level: "info", message }]);
}
