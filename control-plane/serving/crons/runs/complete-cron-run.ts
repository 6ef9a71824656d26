import type { CronCompletion } from "@ferrule/contract/internal/cron-runs.ts";
import type { App } from "../../../ground/app.ts";
import { requireHeld } from "../../../ground/leases/require-held.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { endAttempt, type AttemptEnd } from "./end-attempt.ts";
import { lockAttempt } from "../queries/lock-attempt.ts";
import type { CronRunRow } from "../queries/runs.ts";
import { wasCancelled } from "../../../observed/executions/queries/running.ts";

const longestReason = 1_000;

/**
 * Decides about a retry. A call that was refused for its input would be refused again, and one that somebody cancelled
 * must not run again.
 */
async function endOf(
  scope: InstallationScope,
  run: CronRunRow,
  { status, error }: CronCompletion,
): Promise<AttemptEnd> {
  if (status === "succeeded") return null;
  const { code, message } = error ?? { code: status.toUpperCase(), message: "The attempt did not succeed." };
  const reason = `${code}: ${message}`.slice(0, longestReason);
  const isRefused = status === "rejected" && code !== "OVERLOADED";
  const isCancelled = status === "cancelled" && (await wasCancelled(scope, run.executionId));
  return { reason, mayRetry: !isRefused && !isCancelled };
}

/**
 * Accepts the outcome of an attempt. If the same worker repeats it, nothing changes. Returns the run, or null when it
 * had already ended.
 * @throws PublicError INVALID_STATE when the attempt no longer belongs to this worker.
 */
export async function completeCronRun(
  app: App,
  scope: InstallationScope,
  runId: string,
  completion: CronCompletion,
): Promise<CronRunRow | null> {
  const locked = await lockAttempt(scope, runId);
  const run = locked?.run;
  requireHeld(run, completion);
  if (!locked || run.status !== "running") return null;
  return endAttempt(app, scope, locked.binding, run, await endOf(scope, run, completion));
}
