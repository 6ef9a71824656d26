import type { ApprovalRule } from "../resources/approval.ts";
import { weakenedApprovals } from "./weakened-approvals.ts";

/**
 * A sentence for the author of a policy by which calls need less approval than by the one that it replaces; null if none
 * does. `environment` and `endpoint` are the names of the policy's own.
 */
export function approvalWarning(
  { environment, endpoint }: { environment: string; endpoint: string },
  before: readonly ApprovalRule[],
  after: readonly ApprovalRule[],
): string | null {
  const weakened = weakenedApprovals(before, after);
  if (weakened.length === 0) return null;
  const names = weakened.map((one) => (one === "*" ? "all others" : one)).join(", ");
  return `In ${environment}, calls of ${names} at endpoint ${endpoint} need less approval than before.`;
}
