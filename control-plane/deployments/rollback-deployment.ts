import { can } from "@ferrule/contract/deployment-actions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { requireRoleIn } from "../http/require-role-in.ts";
import { auditedMove } from "./audited-move.ts";
import { deploymentOf } from "./deployment-of.ts";
import { promoteArtifact } from "./promote-artifact.ts";
import { readDeployment } from "./records.ts";
import { takeTarget } from "./target-activation.ts";

/**
 * Specification 4.5, by the rule of api-contract section 3: a target returns from what it serves to the deploy or release
 * before, or to an earlier deployment that is named. Production is pinned from then on. Secrets that have gone since are a
 * warning in the log, for who rolls back has no time to mend them first.
 */
export const rollbackDeployment: Handler<Operations["rollbackDeployment"]> = async (context) => {
  const { scope, operation, params, body, actor } = context;
  const { projectId } = scope;
  const { target } = found(await readDeployment(scope, projectId, params.projectDeploymentId));
  requireRoleIn(operation, target, actor);
  await takeTarget(scope, projectId, target);
  const named = found(await readDeployment(scope, projectId, params.projectDeploymentId));
  const { reason } = can(named, "rollback", actor.role);
  if (reason !== null) throw new PublicError("INVALID_STATE", reason);
  const source = found(await readDeployment(scope, projectId, found(named.rollsBackTo)));
  const promotion = { target, kind: "rollback", source, message: body.reason, requestedBy: actor.userId } as const;
  const audit = await auditedMove(scope, promotion);
  const row = await promoteArtifact(scope, promotion);
  return { answer: deploymentOf(row, actor.roles), audit: audit(row) };
};
