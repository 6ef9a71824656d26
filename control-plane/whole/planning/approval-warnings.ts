import { approvalWarning } from "@ferrule/contract/permissions/approval-warning.ts";
import type { PolicyPart } from "./parts.ts";
import type { Step, StepKind } from "./step.ts";

/** A sentence for each policy whose calls would go on with less approval than now. */
export const approvalWarnings = (steps: readonly Step<StepKind>[]): string[] =>
  steps.flatMap(({ kind, name, within, before, after }) => {
    if (kind !== "auth-policy" || before === null || after === null) return [];
    const place = { environment: name, endpoint: within ?? "" };
    return approvalWarning(place, (before as PolicyPart).approvals, (after as PolicyPart).approvals) ?? [];
  });
