import { findTarget } from "../queries/move-target.ts";
import type { AuditTarget } from "../../../ground/handler/handler.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Promotion } from "./promote-artifact.ts";
import type { DeploymentRow } from "../queries/deployments.ts";

/**
 * Reads the active deployment of a target before a release or rollback moves it. Returns a function that makes the
 * audit event afterwards.
 */
export async function auditedMove(
  scope: ProjectScope,
  { target, source, message }: Promotion,
): Promise<(moved: DeploymentRow) => AuditTarget> {
  const before = await findTarget(scope, target);
  return ({ id, number, digest, pinned }) => ({
    kind: "deployment",
    id,
    name: `#${number}`,
    changes: {
      target,
      sourceDeploymentId: source.id,
      message,
      before: before ? { deploymentId: before.deploymentId, digest: before.digest, pinned: before.pinned } : null,
      after: { deploymentId: id, digest, pinned },
    },
  });
}
