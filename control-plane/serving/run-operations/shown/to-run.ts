import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { run, type Run } from "@ferrule/contract/resources/run.ts";
import { isStarted } from "@ferrule/contract/states.ts";
import type { ListedRunRow } from "../queries/runs.ts";

/** The name of a Function that was deleted. */
export const deletedFunction = "(deleted)";

/** Why a run does not go on, in a sentence; null if it runs, has ended, or may begin at any moment. */
function waitsForOf({ mode, status, queue, waitsFor, isPaused, attempt, dueAt }: ListedRunRow): string | null {
  if (status !== "queued" && status !== "waiting") return null;
  if (status === "queued" && isPaused) return "The Function is paused.";
  if (queue === "blocked" && mode === "cron") return "Waits until its cron's run before it has ended.";
  if (queue === "blocked") return "Waits until the Function's limits on runs let it begin.";
  if (!isStarted(mode) && attempt > 0 && dueAt !== null) return `Runs again at ${dueAt.toISOString()}.`;
  return waitsFor;
}

const cronOf = ({ trigger, scheduledFor, catchesUp, askedBy }: ListedRunRow): Run["cron"] =>
  trigger === null || scheduledFor === null
    ? null
    : { trigger, scheduledFor: scheduledFor.toISOString(), catchesUp, requestedBy: askedBy };

const deliveryOf = ({ mode, inputChars, maxAttempts, redeliveredAt }: ListedRunRow): Run["delivery"] =>
  mode === "delivery" && maxAttempts !== null
    ? { size: inputChars, maxAttempts, redeliveredAt: redeliveredAt?.toISOString() ?? null }
    : null;

/** A run as the API shows it. */
export const toRun = (row: ListedRunRow): Run =>
  resourceFrom(run, row, {
    functionName: row.functionName ?? deletedFunction,
    steps: { done: row.stepsDone, failed: row.stepsFailed },
    error: row.error === null ? null : { code: row.error.code, message: row.error.message },
    waitsFor: waitsForOf(row),
    cron: cronOf(row),
    delivery: deliveryOf(row),
    dueAt: (row.status === "queued" || row.status === "waiting") && row.dueAt !== null ? row.dueAt.toISOString() : null,
  });
