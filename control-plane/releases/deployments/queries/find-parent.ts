import type { Environment } from "@ferrule/contract/states.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { stem } from "./deployments.ts";

/**
 * The deployment to which a rollback will lead once this artifact is active: the nearest deploy or release that the
 * target served with another digest, or null. The caller holds the target and has not moved it yet.
 */
export async function findParent(
  { tx }: AnyScope,
  projectId: string,
  target: Environment,
  digest: string,
): Promise<string | null> {
  const served = await tx
    .selectFrom("projectTargets")
    .innerJoin("deployments", "deployments.id", "projectTargets.deploymentId")
    .select(["projectTargets.digest", "deployments.parentId", stem.as("stem")])
    .where("projectTargets.projectId", "=", projectId)
    .where("projectTargets.environment", "=", target)
    .executeTakeFirst();
  if (!served) return null;
  return served.digest === digest ? served.parentId : served.stem;
}
