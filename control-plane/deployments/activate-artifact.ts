import { storeArtifact } from "./queries/artifacts.ts";
import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { InstallationScope } from "../store/scope.ts";
import { sealArtifact } from "./assemble-artifact.ts";
import { findChanges } from "./find-changes.ts";
import { findParent } from "./queries/find-parent.ts";
import { moveTarget } from "./queries/move-target.ts";
import { readArtifact } from "./queries/read-artifact.ts";
import { appendLog, updateDeployment } from "./queries/deployments.ts";
import { awaitTarget } from "./queries/target-activation.ts";

/** Stores the artifact, marks the deployment `completed` and makes the artifact what Development serves. */
export async function activateArtifact(
  scope: InstallationScope,
  deployment: { id: string; projectId: string },
  manifest: ArtifactManifest,
): Promise<void> {
  const { id, projectId } = deployment;
  const { digest, text } = sealArtifact(manifest);
  await appendLog(scope, deployment, [
    { level: "info", message: "Activated in Development.", data: { stage: "activate" } },
  ]);
  await awaitTarget(scope, projectId, "development");
  const before = await readArtifact(scope, projectId, "development");
  await storeArtifact(scope, projectId, digest, text, manifest);
  const total = manifest.functions.length;
  await updateDeployment(scope, id, {
    status: "completed",
    finished: true,
    digest,
    parentId: await findParent(scope, projectId, "development", digest),
    changes: await findChanges(scope, projectId, before, { deploymentId: id, manifest }),
    progress: { done: total, total, step: "completed" },
    // From here on the artifact contains all of it, and the Functions' revisions keep the sources.
    snapshot: null,
  });
  await moveTarget(scope, { id, projectId, target: "development", digest }, false);
  const message = before?.digest === digest ? "Completed; nothing has changed." : `Completed: artifact ${digest}.`;
  await appendLog(scope, deployment, [{ level: "info", message }]);
}
