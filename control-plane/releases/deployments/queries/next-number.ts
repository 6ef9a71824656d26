import type { ProjectScope } from "../../../ground/store/scope.ts";
import { holdDeployments } from "./deployments.ts";

/**
 * The number of the Project's next deployment. It stays locked until the transaction ends, so that numbers have no
 * gaps.
 */
export async function nextNumber(scope: ProjectScope): Promise<number> {
  await holdDeployments(scope);
  const last = await scope.tx
    .selectFrom("deployments")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("projectId", "=", scope.projectId)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}
