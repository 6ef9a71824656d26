import { can } from "@ferrule/contract/deployment-actions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { requireRoleIn } from "../http/require-role-in.ts";
import { cancelJob } from "../jobs/cancel-job.ts";
import { deploymentOf } from "./deployment-of.ts";
import { appendLog, readDeployment, updateDeployment, type DeploymentError } from "./records.ts";

/**
 * Cancels a deployment that is queued or building; what is active stays. A worker that builds it hears of it with its next
 * report. As for starting one of its target (api-contract section 4).
 */
export const cancelDeployment: Handler<Operations["cancelDeployment"]> = async ({
  scope,
  operation,
  params,
  actor,
}) => {
  const { projectId } = scope;
  const id = params.projectDeploymentId;
  const seen = found(await readDeployment(scope, projectId, id));
  requireRoleIn(operation, seen.target, actor);
  const job = await scope.tx
    .selectFrom("jobs")
    .select("id")
    .where("deploymentId", "=", id)
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  // Ends the job if it is unfinished; once its row is locked, the deployment can change no more under our hands.
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
