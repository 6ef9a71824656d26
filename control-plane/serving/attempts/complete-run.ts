import { PublicError } from "@ferrule/contract/errors.ts";
import type { RetriedCompletion, RunCompletion, StartedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { StartedRunStatus, StartedMode } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import { leaseLost, requireHeld } from "../../ground/leases/require-held.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endAttempt as endCronAttempt } from "../crons/runs/end-attempt.ts";
import { lockAttempt } from "../crons/queries/lock-attempt.ts";
import { endAttempt as endDelivery } from "../deliveries/end-attempt.ts";
import { endAtOnce, endRun } from "../runs/end-run.ts";
import { lockForWaits, needsLocks } from "../runs/lock-for-waits.ts";
import { postpone, requeue } from "../runs/postpone.ts";
import { isArchived } from "../runs/queries/claims.ts";
import { findMode, lockAnyRun } from "../runs/queries/retried.ts";
import { findRun, lockRun, type CronRunRow, type DeliveryRow, type RunRow } from "../runs/queries/runs.ts";
import { storeWaits } from "../runs/store-waits.ts";
import { loseAttempt } from "./lose-attempt.ts";

/** How long a run waits whose attempt could not run, unless the worker names another time. */
const usualPostponeMs = 5_000;
/** A limit of the attempt ended it: the next one may do better. The pause before it, by the number of such ends in a row. */
const terminations = new Set(["FUNCTION_TIMEOUT", "FUNCTION_CPU_EXCEEDED", "FUNCTION_OUT_OF_MEMORY"]);
const pausesMs = [1_000, 4_000];

const unknown = { code: "INTERNAL_ERROR", message: "It failed." };

async function fail(
  app: App,
  scope: InstallationScope,
  run: RunRow,
  { error }: StartedCompletion,
): Promise<StartedRunStatus> {
  const { code } = error ?? unknown;
  // It was claimed just before somebody archived the Project, and goes on when the Project is active again. A Function
  // may throw an error with the same code.
  if (code === "NOT_DEPLOYED" && error?.safe === undefined && (await isArchived(scope, run.projectId))) {
    await postpone(app, scope, run, 0);
    return "queued";
  }
  const isTermination = terminations.has(code) && error?.safe === undefined;
  const pauseMs = run.mode === "durable" && isTermination ? pausesMs[run.failures] : undefined;
  if (pauseMs !== undefined) {
    await requeue(app, scope, run, { afterMs: pauseMs, failures: run.failures + 1 });
    return "queued";
  }
  await endRun(app, scope, run, { status: "failed", error: error ?? unknown });
  return "failed";
}

/** Ends the attempt of a locked run. Returns the run's new state. */
async function endAttempt(
  app: App,
  scope: InstallationScope,
  run: RunRow,
  completion: StartedCompletion,
): Promise<StartedRunStatus> {
  const { end, output, shownOutput, postponeMs = usualPostponeMs, waits } = completion;
  if (end === "succeeded") {
    await endRun(app, scope, run, { status: "succeeded", output: output ?? "null", shownOutput });
    return "succeeded";
  }
  if (run.cancelling) {
    await endRun(app, scope, run, { status: "cancelled" });
    return "cancelled";
  }
  // Nobody asked for it: the executor was lost, or none was free in time.
  if (end === "cancelled") return loseAttempt(app, scope, run);
  if (end === "postponed") {
    await postpone(app, scope, run, postponeMs);
    return "queued";
  }
  if (end === "failed") return fail(app, scope, run, completion);
  return storeWaits(app, scope, run, waits);
}

/** What became of a run at the end of an attempt. */
export type Completed =
  | { mode: StartedMode; status: StartedRunStatus }
  | { mode: "cron"; status: CronRunRow["status"] }
  | { mode: "delivery"; status: DeliveryRow["status"] };

async function completeStarted(
  app: App,
  scope: InstallationScope,
  id: string,
  completion: StartedCompletion,
): Promise<Completed | null> {
  const { end, waits } = completion;
  if (end === "suspended" && waits.length === 0)
    throw new PublicError("VALIDATION_ERROR", "A suspended attempt names what it waits for.");
  if (end === "suspended" && needsLocks(waits)) {
    const known = await findRun(scope, id);
    requireHeld(known, completion);
    await lockForWaits(scope, known, waits);
  }
  const run = await lockRun(scope, id);
  requireHeld(run, completion);
  return run.status === "running" ? { mode: run.mode, status: await endAttempt(app, scope, run, completion) } : null;
}

async function completeCron(
  app: App,
  scope: InstallationScope,
  id: string,
  completion: RetriedCompletion,
): Promise<Completed | null> {
  const bindingId = (await findMode(scope, id))?.bindingId;
  const locked = bindingId == null ? null : await lockAttempt(scope, bindingId, id);
  requireHeld(locked?.run, completion);
  if (locked?.run.status !== "running") return null;
  return { mode: "cron", status: await endCronAttempt(app, scope, locked, completion) };
}

async function completeDelivery(
  app: App,
  scope: InstallationScope,
  id: string,
  completion: RetriedCompletion,
): Promise<Completed | null> {
  const run = await lockAnyRun(scope, id);
  requireHeld(run, completion);
  if (run.mode !== "delivery") throw leaseLost();
  return run.status === "running" ? { mode: "delivery", status: await endDelivery(app, scope, run, completion) } : null;
}

function completeIn(
  app: App,
  scope: InstallationScope,
  id: string,
  completion: RunCompletion,
): Promise<Completed | null> {
  switch (completion.mode) {
    case "cron":
      return completeCron(app, scope, id, completion);
    case "delivery":
      return completeDelivery(app, scope, id, completion);
    default:
      return completeStarted(app, scope, id, completion);
  }
}

/**
 * Accepts the outcome of an attempt. If the same worker repeats it, nothing changes, and it returns null.
 * @throws PublicError INVALID_STATE when the attempt no longer belongs to this worker, or is of another mode.
 */
export async function completeRun(app: App, id: string, completion: RunCompletion): Promise<Completed | null> {
  if (completion.end === "succeeded" && "output" in completion) {
    const mode = await endAtOnce(app, id, completion);
    if (mode !== null) return { mode, status: "succeeded" };
  }
  return app.store.inInstallation((scope) => completeIn(app, scope, id, completion), { onePlan: true });
}
