import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

export interface Target {
  environment: Environment;
  deploymentId: string;
  pinned: boolean;
}

/** The Project's slug and its active artifacts. An environment without a row serves nothing. */
export async function listTargets({ tx, projectId }: ProjectScope): Promise<{ slug: string; targets: Target[] }> {
  const { slug } = await tx.selectFrom("projects").select("slug").where("id", "=", projectId).executeTakeFirstOrThrow();
  const targets = await tx
    .selectFrom("projectTargets")
    .select(["environment", "deploymentId", "pinned"])
    .where("projectId", "=", projectId)
    .execute();
  return { slug, targets };
}
