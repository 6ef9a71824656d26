import { findJobOf } from "../../ground/jobs/queries/jobs.ts";
import { can } from "@ferrule/contract/deployment-actions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { cancelJob } from "../../ground/jobs/cancel-job.ts";
import { deploymentOf } from "./deployment-of.ts";
import { appendLog, readDeployment, updateDeployment } from "./queries/deployments.ts";
import type { DeploymentError } from "../../ground/store/tables/deployments.ts";

/**
 * Cancels a deployment that is queued or building; the active one stays. The worker that builds it learns of this with
 * its next report. Anybody who may start a deployment of its target may cancel it.
 */
export const cancelDeployment: Handlers["cancelDeployment"] = async ({ scope, operation, params, actor }) => {
  const { projectId } = scope;
  const id = params.projectDeploymentId;
  const seen = found(await readDeployment(scope, projectId, id));
  requireRoleIn(operation, seen.target, actor);
  const job = await findJobOf(scope, id);
  // Ends the job if it is unfinished. Once its row is locked, the deployment cannot change any more.
  if (job) await cancelJob(scope, job.id);
  const held = found(await readDeployment(scope, projectId, id));
  const { status, number } = held;
  const { reason } = can(held, "cancel", actor.role);
  if (reason !== null) throw new PublicError("INVALID_STATE", reason);
  const message = `Cancelled by ${actor.email}.`;
  const error: DeploymentError = { code: "CANCELLED", step: status, message, file: null, line: null };
  await updateDeployment(scope, id, { status: "cancelled", error, finished: true });
  await appendLog(scope, { id, projectId }, [{ level: "warn", message }]);
  const row = found(await readDeployment(scope, projectId, id));
  return { answer: deploymentOf(row, actor.roles), audit: { kind: "deployment", id, name: `#${number}` } };
};
