import type { CronTrigger } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { CronBindingRow } from "../queries/bindings.ts";
import type { NewCronRun } from "../queries/runs.ts";

/** What decides whether an occurrence may run. */
export type AdmittedBinding = Pick<CronBindingRow, "id" | "projectId" | "environment" | "overlap"> & {
  /** What its environment serves holds its Function. */
  isDeployed: boolean;
  /** One of its runs is queued, running, or waits for another attempt. */
  isBusy: boolean;
};

/** An occurrence before it is a run. */
export interface Occurrence {
  trigger: CronTrigger;
  scheduledFor: Date;
  /** From when on a worker may have it. */
  dueAt: Date;
  /** Of whose request it is: a manual run. */
  asked?: { requestId: string; userId: string };
}

function make(binding: AdmittedBinding, { asked, ...occurrence }: Occurrence): NewCronRun {
  const id = identifier("run");
  return {
    ...occurrence,
    id,
    projectId: binding.projectId,
    cronBindingId: binding.id,
    status: "queued",
    catchesUp: false,
    // A scheduled run's executions are found by its own id.
    requestId: asked?.requestId ?? id,
    requestedBy: asked?.userId ?? null,
    reason: null,
  };
}

/** An occurrence that is run, or skipped with the reason why. */
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

/** A missed occurrence that is run after all, one after the other where overlap is `skip`. */
export const catchUpWith = (binding: AdmittedBinding, occurrence: Occurrence): NewCronRun => ({
  ...admitRun({ ...binding, isBusy: false }, occurrence),
  catchesUp: true,
});

/** A missed occurrence that stays missed. */
export const missedRun = (binding: AdmittedBinding, occurrence: Occurrence): NewCronRun => ({
  ...make(binding, occurrence),
  status: "missed",
  reason: "No control plane was there to start it in time.",
});
