import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { AnyScope, ProjectScope } from "../../../ground/store/scope.ts";

/**
 * Makes a target serve a deployment's artifact; the caller holds the target. The trigger on project_targets notifies
 * the workers when the transaction commits, so they see the whole change or nothing.
 */
export async function moveTarget(
  { tx }: AnyScope,
  deployment: { id: string; projectId: string; target: Environment; digest: string },
  pinned: boolean,
): Promise<void> {
  const { id: deploymentId, projectId, target: environment, digest } = deployment;
  await tx
    .insertInto("projectTargets")
    .values({ projectId, environment, deploymentId, digest, pinned })
    .onConflict((conflict) =>
      conflict
        .columns(["projectId", "environment"])
        .doUpdateSet({ deploymentId, digest, pinned, updatedAt: sql<Date>`now()` }),
    )
    .execute();
}

/** The active deployment of a target, with its number. */
export const findTarget = ({ tx, projectId }: ProjectScope, target: Environment) =>
  tx
    .selectFrom("projectTargets")
    .innerJoin("deployments", "deployments.id", "projectTargets.deploymentId")
    .select(["projectTargets.deploymentId", "projectTargets.digest", "projectTargets.pinned", "deployments.number"])
    .where("projectTargets.projectId", "=", projectId)
    .where("projectTargets.environment", "=", target)
    .executeTakeFirst();
