import type { CronTrigger } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { AdmittedBinding } from "../queries/binding-facts.ts";
import type { NewCronRun } from "../../runs/queries/cron-runs.ts";

/** An occurrence that has not become a run yet. */
export interface Occurrence {
  trigger: CronTrigger;
  scheduledFor: Date;
  /** The earliest time at which a worker may claim it. */
  dueAt: Date;
  /** Who requested a manual run. */
  asked?: { requestId: string; userId: string };
}

function make(binding: AdmittedBinding, { asked, ...occurrence }: Occurrence): NewCronRun {
  const id = identifier("run");
  return {
    ...occurrence,
    id,
    projectId: binding.projectId,
    bindingId: binding.id,
    status: "queued",
    catchesUp: false,
    // For a scheduled run, its own id also finds its executions.
    requestId: asked?.requestId ?? id,
    requestedBy: asked?.userId ?? null,
    reason: null,
  };
}

/** Turns an occurrence into a run, or into a skipped one with the reason. */
export function admitRun(binding: AdmittedBinding, occurrence: Occurrence): NewCronRun {
  const run = make(binding, occurrence);
  if (!binding.isDeployed) {
    return { ...run, status: "skipped", reason: `Its Function is not deployed to ${binding.environment}.` };
  }
  if (binding.isBusy && binding.overlap === "skip") {
    return { ...run, status: "skipped", reason: "An earlier run had not finished, and overlap is skip." };
  }
  return run;
}

/** Turns a missed occurrence into a run after all. With the overlap `skip`, such runs follow one after the other. */
export const catchUpWith = (binding: AdmittedBinding, occurrence: Occurrence): NewCronRun => ({
  ...admitRun({ ...binding, isBusy: false }, occurrence),
  catchesUp: true,
});

/** Turns a missed occurrence into a run that stays missed. */
export const missedRun = (binding: AdmittedBinding, occurrence: Occurrence): NewCronRun => ({
  ...make(binding, occurrence),
  status: "missed",
  reason: "No control plane was there to start it in time.",
});
