import { weakenedApprovals } from "@ferrule/contract/permissions/weakened-approvals.ts";
import type { PolicyPart } from "./parts.ts";
import type { Step, StepKind } from "./step.ts";

/** A sentence for each policy whose calls would go on with less approval than now. */
export const approvalWarnings = (steps: readonly Step<StepKind>[]): string[] =>
  steps.flatMap(({ kind, name, within, before, after }) => {
    if (kind !== "auth-policy" || before === null || after === null) return [];
    const weakened = weakenedApprovals((before as PolicyPart).approvals, (after as PolicyPart).approvals);
    if (weakened.length === 0) return [];
    const names = weakened.map((one) => (one === "*" ? "all others" : one)).join(", ");
    return [`In ${name}, calls of ${names} at endpoint ${within ?? ""} need less approval than now.`];
  });
