import { can } from "@ferrule/contract/deployment-actions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { holdConnections, missingConnections } from "../../data/connections/queries/connections.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { holdSecrets } from "../../data/secrets/queries/secrets.ts";
import { auditedMove } from "./moves/audited-move.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { deploymentOf } from "./deployment-of.ts";
import { promoteArtifact } from "./moves/promote-artifact.ts";
import { readDeclared } from "./queries/artifacts.ts";
import { readDeployment } from "./queries/deployments.ts";
import { takeTarget } from "./queries/target-activation.ts";

/** @throws PublicError INVALID_STATE that names the connections that Production lacks */
async function refuseUnconnected(scope: ProjectScope, digest: string): Promise<void> {
  const { connectionNames } = await readDeclared(scope, digest);
  const lacking = await missingConnections(scope, scope.projectId, "production", connectionNames);
  if (lacking.length === 0) return;
  const reason = `Production lacks connections that its Functions declare: ${lacking.join(", ")}.`;
  throw new PublicError("INVALID_STATE", reason, { details: { missingConnections: lacking } });
}

/**
 * Makes Production serve the artifact of a completed development deployment, byte for byte, and unpins Production. If
 * secrets or connections are missing there, it returns 409 INVALID_STATE before anything happens, and names them in
 * `details.missingSecrets` or `details.missingConnections`.
 */
export const releaseDeployment: Handlers["releaseDeployment"] = async ({ app, scope, body, actor }) => {
  const { projectId } = scope;
  found(await readDeployment(scope, projectId, body.projectDeploymentId));
  await takeTarget(scope, projectId, "production");
  // Keeps others from deleting one of them between this check and the release.
  await holdSecrets(scope, "production");
  await holdConnections(scope, "production");
  const source = found(await readDeployment(scope, projectId, body.projectDeploymentId));
  const { reason } = can(source, "release", actor.role);
  if (reason !== null) {
    const { missingSecrets } = source;
    throw new PublicError("INVALID_STATE", reason, missingSecrets.length > 0 ? { details: { missingSecrets } } : {});
  }
  await refuseUnconnected(scope, found(source.digest));
  const { message } = body;
  const promotion = { target: "production", kind: "release", source, message, requestedBy: actor.userId } as const;
  const audit = await auditedMove(scope, promotion);
  const row = await promoteArtifact(app, scope, promotion);
  return { answer: deploymentOf(row, actor.roles), audit: audit(row) };
};
