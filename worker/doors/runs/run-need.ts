// Why: docs/decisions/approvals-are-runs.md
import type { ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import type { StartedMode } from "@ferrule/contract/states.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served/served-endpoint.ts";

/** How a call becomes a run. */
export interface RunNeed {
  mode: StartedMode;
  /** The rule by which a person must approve it first; null: nobody must. */
  rule: ApprovalRule | null;
}

type Called = Pick<CompiledFunction, "artifact">;
type Rules = Pick<ServedEndpoint, "approvals">;

export const isDurable = ({ artifact }: Called): boolean => artifact.run === "durable";

/** Whether calls of this tool or route may become runs, depending on their input. */
export const mayBeRun = ({ approvals }: Rules, called: Called, name: string): boolean =>
  isDurable(called) || approvals.concern(name);

/** The run that a call needs; null: it runs at once, and its caller waits. */
export function runNeed({ approvals }: Rules, called: Called, name: string, input: unknown): RunNeed | null {
  const rule = approvals.ruleFor(name, input);
  if (isDurable(called)) return { mode: "durable", rule };
  return rule === null ? null : { mode: "once", rule };
}
