import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { run, type Run } from "@ferrule/contract/resources/run.ts";
import type { ListedRunRow } from "../queries/runs.ts";

/** The name of a Function that was deleted. */
export const deletedFunction = "(deleted)";

/** Why a run does not go on, in a sentence; null if it runs, has ended, or may begin at any moment. */
function waitsForOf({ status, queue, waitsFor, isPaused }: ListedRunRow): string | null {
  if (status !== "queued" && status !== "waiting") return null;
  if (status === "queued" && isPaused) return "The Function is paused.";
  if (queue === "blocked") return "Waits until the Function's limits on runs let it begin.";
  return waitsFor;
}

/** A run as the API shows it. */
export const toRun = (row: ListedRunRow): Run =>
  resourceFrom(run, row, {
    functionName: row.functionName ?? deletedFunction,
    steps: { done: row.stepsDone, failed: row.stepsFailed },
    error: row.error === null ? null : { code: row.error.code, message: row.error.message },
    waitsFor: waitsForOf(row),
    dueAt: (row.status === "queued" || row.status === "waiting") && row.dueAt !== null ? row.dueAt.toISOString() : null,
  });
