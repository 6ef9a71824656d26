import type { DeploymentKind, Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import { found } from "../http/not-found.ts";
import { missingSecrets } from "../secrets/records.ts";
import type { ProjectScope } from "../store/scope.ts";
import { declaredSecrets } from "./declared-secrets.ts";
import { findChanges } from "./find-changes.ts";
import { findParent } from "./find-parent.ts";
import { moveTarget } from "./move-target.ts";
import { nextNumber } from "./next-number.ts";
import { readArtifact, readArtifactOf } from "./read-artifact.ts";
import { appendLog, readDeployment, updateDeployment, type DeploymentRow } from "./records.ts";

export interface Promotion {
  target: Environment;
  kind: Exclude<DeploymentKind, "deploy">;
  /** Completed: the deployment whose artifact is to be served, byte for byte. */
  source: DeploymentRow;
  message: string;
  requestedBy: string;
}

/** What `source` holds, by which lists say what runs where. */
async function copyContents({ tx, projectId }: ProjectScope, sourceId: string, id: string): Promise<void> {
  await sql`insert into deployment_libraries (deployment_id, project_id, import_name, kind, content)
    select ${id}, project_id, import_name, kind, content from deployment_libraries
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
  await sql`insert into deployment_functions (deployment_id, project_id, function_id, revision)
    select ${id}, project_id, function_id, revision from deployment_functions
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
  await sql`insert into deployment_bindings (deployment_id, project_id, endpoint_id, function_id)
    select ${id}, project_id, endpoint_id, function_id from deployment_bindings
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
  await sql`update deployments set not_deployed = source.not_deployed from deployments source
    where deployments.id = ${id} and source.id = ${sourceId} and source.project_id = ${projectId}`.execute(tx);
  await sql`insert into deployment_endpoints (deployment_id, project_id, endpoint_id)
    select ${id}, project_id, endpoint_id from deployment_endpoints
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
}

/**
 * Makes the artifact of an earlier deployment what a target serves, by a new deployment that goes from `queued` over
 * `activating` to `completed` in this transaction: nothing is built and no worker is asked, so there is nothing to wait
 * for, and whatever is killed, the target serves wholly the one or the other. The target is held by the caller. A rollback
 * pins Production, a release unpins it.
 */
export async function promoteArtifact(scope: ProjectScope, promotion: Promotion): Promise<DeploymentRow> {
  const { target, kind, source, message, requestedBy } = promotion;
  const { projectId } = scope;
  const digest = found(source.digest);
  const before = await readArtifact(scope, projectId, target);
  const manifest = await readArtifactOf(scope, projectId, digest);
  const total = manifest.functions.length;
  // A rollback takes the parent of what it returns to, so that the next one goes further back.
  const parentId = kind === "rollback" ? source.parentId : await findParent(scope, projectId, target, digest);
  const id = identifier("dep");
  const number = await nextNumber(scope);
  await scope.tx
    .insertInto("deployments")
    .values({
      id,
      projectId,
      number,
      target,
      kind,
      sourceDeploymentId: source.id,
      parentId,
      message,
      requestedBy,
      digest,
    })
    .execute();
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
    changes: await findChanges(scope, projectId, before, { deploymentId: id, manifest }),
    progress: { done: total, total, step: "completed" },
  });
  const lacking = await missingSecrets(scope, projectId, target, declaredSecrets(manifest));
  await appendLog(scope, { id, projectId }, [
    {
      level: "info",
      message: `${kind === "release" ? "Releases" : "Returns to"} deployment #${source.number}.`,
      data: { stage: "activate" },
    },
    ...lacking.map((name) => ({
      level: "warn" as const,
      message: `Its Functions declare the secret ${name}, which ${target} lacks.`,
    })),
    { level: "info", message: `Completed: ${target} serves artifact ${digest}.` },
  ]);
  return found(await readDeployment(scope, projectId, id));
}
