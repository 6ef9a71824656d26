import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { DecisionRow } from "./approvals.ts";

/** Stores a person's decision on a locked approval. Fails if they have decided on it before. */
export async function insertDecision(
  { tx, projectId }: ProjectScope,
  given: Pick<DecisionRow, "approvalId" | "userId" | "email" | "decision" | "reason">,
): Promise<void> {
  await tx
    .insertInto("approvalDecisions")
    .values({ ...given, projectId })
    .execute();
}
