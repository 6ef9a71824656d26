import { findTarget } from "./queries/move-target.ts";
import { can } from "@ferrule/contract/deployment-actions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { auditedMove } from "./moves/audited-move.ts";
import { deploymentOf } from "./deployment-of.ts";
import { promoteArtifact } from "./moves/promote-artifact.ts";
import { readDeployment } from "./queries/deployments.ts";
import { takeTarget } from "./queries/target-activation.ts";

/** @throws PublicError INVALID_STATE when the target no longer serves the deployment that the caller saw. */
async function requireServed(scope: ProjectScope, target: Environment, seen: string): Promise<void> {
  const served = await findTarget(scope, target);
  if (served?.deploymentId === seen) return;
  const now = served ? `deployment #${served.number}` : "nothing";
  throw new PublicError("INVALID_STATE", `By now ${target} serves ${now}. Look again at what a rollback would change.`);
}

/**
 * Returns a target to the nearest earlier artifact with another digest, or to a named earlier deployment. From then on,
 * Production is pinned. If secrets are missing by now, the log only warns, because during a rollback there is no time
 * to restore them first.
 */
export const rollbackDeployment: Handlers["rollbackDeployment"] = async (context) => {
  const { app, scope, operation, params, body, actor } = context;
  const { projectId } = scope;
  const { target } = found(await readDeployment(scope, projectId, params.projectDeploymentId));
  requireRoleIn(operation, target, actor);
  await takeTarget(scope, projectId, target);
  if (body.servedDeploymentId !== undefined) await requireServed(scope, target, body.servedDeploymentId);
  const named = found(await readDeployment(scope, projectId, params.projectDeploymentId));
  const { reason } = can(named, "rollback", actor.role);
  if (reason !== null) throw new PublicError("INVALID_STATE", reason);
  const source = found(await readDeployment(scope, projectId, found(named.rollsBackTo)));
  const promotion = { target, kind: "rollback", source, message: body.reason, requestedBy: actor.userId } as const;
  const audit = await auditedMove(scope, promotion);
  const row = await promoteArtifact(app, scope, promotion);
  return { answer: deploymentOf(row, actor.roles), audit: audit(row) };
};
