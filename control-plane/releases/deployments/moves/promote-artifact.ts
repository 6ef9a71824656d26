import type { DeploymentKind, Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { missingConnections } from "../../../data/connections/queries/connections.ts";
import type { App } from "../../../ground/app.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { missingSecrets } from "../../../data/secrets/queries/secrets.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { findChanges } from "../comparing/find-changes.ts";
import { readDeclared } from "../queries/artifacts.ts";
import { findParent } from "../queries/find-parent.ts";
import { moveTarget } from "../queries/move-target.ts";
import { nextNumber } from "../queries/next-number.ts";
import { findServed, storedArtifact } from "../queries/read-artifact.ts";
import { appendLog, readDeployment, updateDeployment, type DeploymentRow } from "../queries/deployments.ts";
import { neededSecrets } from "../artifacts/needed-secrets.ts";
import { copyContents, insertPromotion } from "../queries/freeze.ts";

export interface Promotion {
  target: Environment;
  kind: Exclude<DeploymentKind, "deploy">;
  /** The completed deployment whose artifact the target will serve, byte for byte. */
  source: DeploymentRow;
  message: string;
  requestedBy: string;
}

/** Says in the log what was moved, and what the target lacks. */
async function appendMove(
  scope: ProjectScope,
  { id, endpointIds }: { id: string; endpointIds: readonly string[] },
  { target, kind, source }: Promotion,
): Promise<void> {
  const { projectId } = scope;
  const digest = found(source.digest);
  const { secretNames, connectionNames } = await readDeclared(scope, digest);
  const needed = await neededSecrets(scope, target, secretNames, endpointIds);
  const lacking = await missingSecrets(scope, projectId, target, needed);
  const unconnected = await missingConnections(scope, projectId, target, connectionNames);
  await appendLog(scope, { id, projectId }, [
    {
      level: "info",
      message: `${kind === "release" ? "Releases" : "Returns to"} deployment #${source.number}.`,
      data: { stage: "activate" },
    },
    ...lacking.map((name) => ({
      level: "warn" as const,
      message: `It needs the secret ${name}, which ${target} lacks.`,
    })),
    ...unconnected.map((name) => ({
      level: "warn" as const,
      message: `Its Functions declare the connection ${name}, which ${target} lacks.`,
    })),
    { level: "info", message: `Completed: ${target} serves artifact ${digest}.` },
  ]);
}

/**
 * Makes a target serve the artifact of an earlier deployment. The new deployment goes from `queued` through
 * `activating` to `completed` in this transaction, because nothing has to be built and no worker takes part. So nobody
 * has to wait, and after a crash the target serves either the old artifact or the new one as a whole. The caller holds
 * the target. A rollback pins Production, a release unpins it.
 */
export async function promoteArtifact(
  { dependents }: Pick<App, "dependents">,
  scope: ProjectScope,
  promotion: Promotion,
): Promise<DeploymentRow> {
  const { target, kind, source, message, requestedBy } = promotion;
  const { projectId } = scope;
  const digest = found(source.digest);
  const before = await findServed(scope, projectId, target);
  const artifact = await storedArtifact(scope, projectId, digest);
  const total = source.progress.total;
  // A rollback takes the parent of its destination, so that the next rollback goes further back.
  const parentId = kind === "rollback" ? source.parentId : await findParent(scope, projectId, target, digest);
  const id = identifier("dep");
  const number = await nextNumber(scope);
  const { commit, tests } = source;
  const asked = { target, kind, message, requestedBy };
  await insertPromotion(scope, {
    ...asked,
    id,
    number,
    sourceDeploymentId: source.id,
    parentId,
    commit,
    tests,
    digest,
  });
  await copyContents(scope, source.id, id);
  await updateDeployment(scope, id, {
    status: "activating",
    started: true,
    progress: { done: 0, total, step: "activating" },
  });
  await moveTarget(scope, { id, projectId, target, digest }, kind === "rollback" && target === "production");
  await updateDeployment(scope, id, {
    status: "completed",
    finished: true,
    changes: await findChanges(scope, projectId, before, { deploymentId: id, artifact }, (endpointIds) =>
      dependents.callers(scope, projectId, target, endpointIds),
    ),
    progress: { done: total, total, step: "completed" },
  });
  await appendMove(scope, { id, endpointIds: artifact.head.endpoints.map(([endpointId]) => endpointId) }, promotion);
  return found(await readDeployment(scope, projectId, id));
}
