import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import { sql } from "kysely";
import { json } from "../jobs/records.ts";
import type { InstallationScope } from "../store/scope.ts";
import { sealArtifact } from "./assemble-artifact.ts";
import { declaredSecrets } from "./declared-secrets.ts";
import { findChanges } from "./find-changes.ts";
import { findParent } from "./find-parent.ts";
import { moveTarget } from "./move-target.ts";
import { readArtifact } from "./read-artifact.ts";
import { appendLog, updateDeployment } from "./records.ts";
import { awaitTarget } from "./target-activation.ts";

/** Stores the artifact, marks the deployment `completed` and makes the artifact what Development serves. */
export async function activateArtifact(
  scope: InstallationScope,
  deployment: { id: string; projectId: string },
  manifest: ArtifactManifest,
): Promise<void> {
  const { id, projectId } = deployment;
  const { digest, text } = sealArtifact(manifest);
  await appendLog(scope, deployment, [
    { level: "info", message: "Becomes what Development serves.", data: { stage: "activate" } },
  ]);
  await awaitTarget(scope, projectId, "development");
  const before = await readArtifact(scope, projectId, "development");
  await scope.tx
    .insertInto("artifacts")
    .values({
      digest,
      projectId,
      manifest: text,
      secretNames: json(declaredSecrets(manifest)),
      bundleDigests: [...new Set(manifest.functions.map(({ bundleDigest }) => bundleDigest))],
      collectionVersions: json(
        Object.fromEntries(
          (manifest.collections ?? []).map(({ id: collectionId, version }) => [collectionId, version]),
        ),
      ),
    })
    // Its row is held and new again, so that it cannot be collected while this deployment comes to refer to it.
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ lastUsedAt: sql<Date>`now()` }))
    .execute();
  const total = manifest.functions.length;
  await updateDeployment(scope, id, {
    status: "completed",
    finished: true,
    digest,
    parentId: await findParent(scope, projectId, "development", digest),
    changes: await findChanges(scope, projectId, before, { deploymentId: id, manifest }),
    progress: { done: total, total, step: "completed" },
    // The artifact has all of it from here on, and the Functions' revisions keep the sources.
    snapshot: null,
  });
  await moveTarget(scope, { id, projectId, target: "development", digest }, false);
  const message = before?.digest === digest ? "Completed; nothing has changed." : `Completed: artifact ${digest}.`;
  await appendLog(scope, deployment, [{ level: "info", message }]);
}
