import { later } from "../../../ground/store/clock.ts";
import type { App } from "../../../ground/app.ts";
import { noteFailures, type CronBindingRow } from "../queries/bindings.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { pauseCronBinding } from "./pause-cron-binding.ts";
import { changeCronRun, notifyCronRuns, type CronRunRow, passTurn } from "../queries/runs.ts";

/** Null: the attempt succeeded. `mayRetry`: another attempt could succeed. */
export type AttemptEnd = { reason: string; mayRetry: boolean } | null;

const longestBackoffMs = 3_600_000;

/** The pause after this attempt. It doubles with each attempt, up to an hour. */
const backoffAfter = (backoffMs: number, attempt: number): number =>
  Math.min(backoffMs * 2 ** (attempt - 1), longestBackoffMs);

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

/**
 * Ends the attempt of a run that is locked together with its binding. The run succeeds, gets a retry after the
 * binding's backoff, or fails. Returns the run.
 */
export async function endAttempt(
  app: App,
  scope: InstallationScope,
  binding: CronBindingRow,
  run: CronRunRow,
  end: AttemptEnd,
): Promise<CronRunRow> {
  const reason = end?.reason ?? null;
  if (end?.mayRetry === true && run.attempt < binding.maxAttempts) {
    const pauseMs = backoffAfter(binding.backoffMs, run.attempt);
    const dueAt = later(app.clock, pauseMs);
    const row = await changeCronRun(scope, run.id, { status: "queued", reason, dueAt });
    await notifyCronRuns(scope);
    return row;
  }
  const row = await changeCronRun(scope, run.id, { status: end ? "failed" : "succeeded", reason });
  if (run.trigger === "schedule") await count(app, scope, binding, end !== null);
  await passTurn(app, scope, binding);
  return row;
}
