import type { ChangeOfRuns } from "@ferrule/contract/operations-of-runs.ts";
import type { ChosenRuns } from "@ferrule/contract/resources/run.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { ChosenRun } from "./queries/chosen.ts";
import { actionOf } from "./require-change.ts";

/** An audit event names this many of them, and counts the others. */
const mostNamed = 200;

/**
 * The parts of audit events about runs that somebody chose: one for each audit action, and if none were changed, that of
 * runs. @param runs those that were changed; of a cron, the new ones
 */
export function auditedRuns(
  change: ChangeOfRuns,
  chosen: ChosenRuns,
  runs: readonly ChosenRun[],
): readonly [AuditTarget, ...AuditTarget[]] {
  const audited = (action: string, its: readonly ChosenRun[]): AuditTarget => ({
    action,
    kind: action.split(".", 1)[0] ?? "run",
    id: its.length === 1 ? (its[0]?.bindingId ?? its[0]?.id ?? null) : null,
    name: null,
    changes: { ...chosen, runs: its.length, runIds: its.slice(0, mostNamed).map(({ id }) => id) },
  });
  const actions = [...Map.groupBy(runs, ({ mode }) => actionOf(change, mode))];
  const [first = audited(actionOf(change, "durable"), []), ...others] = actions.map(([action, its]) =>
    audited(action, its),
  );
  return [first, ...others];
}
