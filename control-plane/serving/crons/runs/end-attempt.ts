import type { RetriedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { App } from "../../../ground/app.ts";
import { later, readClock } from "../../../ground/store/clock.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { freeLane } from "../../runs/lanes/free-lane.ts";
import { cronDeadline, renewDeadlines } from "../../runs/queries/cron-runs.ts";
import { startWithin } from "../../runs/queries/late.ts";
import { changeRetried } from "../../runs/queries/retried.ts";
import type { CronRunRow } from "../../runs/queries/runs.ts";
import { noteFailures, type CronBindingRow } from "../queries/bindings.ts";
import type { LockedAttempt } from "../queries/lock-attempt.ts";
import { pauseCronBinding } from "./pause-cron-binding.ts";

const longestBackoffMs = 3_600_000;
/** How long a run waits whose attempt could not run, unless the worker names another time. */
const usualPostponeMs = 5_000;

/** The pause after so many failures. It doubles with each, up to an hour. */
const backoffAfter = (backoffMs: number, failures: number): number =>
  Math.min(backoffMs * 2 ** (failures - 1), longestBackoffMs);

/** Counts consecutive failures of scheduled runs, and pauses the binding after too many. */
async function count(app: App, scope: InstallationScope, binding: CronBindingRow, failed: boolean): Promise<void> {
  const { consecutiveFailures: before, pauseAfterFailures, enabled } = binding;
  const consecutiveFailures = failed ? before + 1 : 0;
  if (consecutiveFailures === before) return;
  if (enabled && pauseAfterFailures !== null && consecutiveFailures >= pauseAfterFailures) {
    await pauseCronBinding(app, scope, binding, consecutiveFailures);
    return;
  }
  await noteFailures(scope, binding.id, consecutiveFailures);
}

/** Ends a run, and lets the next one of its binding begin that runs one at a time. */
async function finish(
  app: App,
  scope: InstallationScope,
  { binding, run }: LockedAttempt,
  ended: { status: Exclude<CronRunRow["status"], "queued" | "running">; reason: string | null; failures?: number },
): Promise<CronRunRow["status"]> {
  await changeRetried(scope, run.id, ended);
  const { status } = ended;
  const counts = run.trigger === "schedule" && (status === "succeeded" || status === "failed");
  if (counts) await count(app, scope, binding, status === "failed");
  if (run.concurrency !== null) await renewDeadlines(scope, app.clock, binding);
  await freeLane(scope, run);
  return status;
}

/** Whether a run may wait for so long before its attempt that could not run: it must begin by its deadline. */
async function mayWait(app: App, scope: InstallationScope, { deadlineAt }: CronRunRow, pauseMs: number) {
  return deadlineAt !== null && (await readClock(scope, app.clock)).getTime() + pauseMs < deadlineAt.getTime();
}

/**
 * Ends the attempt of a run that is locked together with its binding. The run succeeds, gets a retry after the
 * binding's backoff, or fails. A call that somebody cancelled does not run again. Returns the run's new state.
 */
export async function endAttempt(
  app: App,
  scope: InstallationScope,
  locked: LockedAttempt,
  { end, reason, postponeMs = usualPostponeMs }: Pick<RetriedCompletion, "end" | "reason" | "postponeMs">,
): Promise<CronRunRow["status"]> {
  const { binding, run } = locked;
  if (end === "succeeded") return finish(app, scope, locked, { status: "succeeded", reason: null });
  if (run.cancelling) return finish(app, scope, locked, { status: "cancelled", reason });
  if (end === "postponed" && (await mayWait(app, scope, run, postponeMs))) {
    const dueAt = later(app.clock, postponeMs);
    await changeRetried(scope, run.id, { status: "queued", reason, dueAt, executionId: null });
    return "queued";
  }
  const failures = run.failures + 1;
  if (end === "refused" || failures >= binding.maxAttempts)
    return finish(app, scope, locked, { status: "failed", reason, failures });
  const dueAt = later(app.clock, backoffAfter(binding.backoffMs, failures));
  await changeRetried(scope, run.id, { status: "queued", reason, failures, dueAt, deadlineAt: cronDeadline(dueAt) });
  return "queued";
}

/** Ends a run that no worker began in time: it is missed, or fails if it was tried before. */
export async function giveUp(app: App, scope: InstallationScope, locked: LockedAttempt): Promise<CronRunRow["status"]> {
  const { run } = locked;
  const waited = `No worker took it within ${startWithin}. Is one connected?`;
  if (run.attempt === 0) return finish(app, scope, locked, { status: "missed", reason: waited });
  return finish(app, scope, locked, { status: "failed", reason: `${run.reason ?? ""} ${waited}`.trim() });
}
