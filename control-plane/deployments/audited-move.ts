import type { AuditTarget } from "../http/handler.ts";
import type { ProjectScope } from "../store/scope.ts";
import type { Promotion } from "./promote-artifact.ts";
import type { DeploymentRow } from "./records.ts";

/** Notes what a target serves before a release or rollback moves it; answers what the audit event tells afterwards. */
export async function auditedMove(
  { tx, projectId }: ProjectScope,
  { target, source, message }: Promotion,
): Promise<(moved: DeploymentRow) => AuditTarget> {
  const before = await tx
    .selectFrom("projectTargets")
    .select(["deploymentId", "digest", "pinned"])
    .where("projectId", "=", projectId)
    .where("environment", "=", target)
    .executeTakeFirst();
  return ({ id, number, digest, pinned }) => ({
    kind: "deployment",
    id,
    name: `#${number}`,
    changes: {
      target,
      sourceDeploymentId: source.id,
      message,
      before: before ?? null,
      after: { deploymentId: id, digest, pinned },
    },
  });
}
