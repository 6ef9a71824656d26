import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { runStep, type RunStep } from "@ferrule/contract/resources/run.ts";
import type { RunStepRow } from "../queries/run-parts.ts";

/** What a step waits for, in a sentence; null if it has ended. */
function waitsForOf({ kind, state, event, childId, dueAt }: RunStepRow): string | null {
  const until = dueAt === null ? "" : ` until ${dueAt.toISOString()}`;
  if (state === "retrying") return dueAt === null ? "Runs again." : `Runs again at ${dueAt.toISOString()}.`;
  if (state !== "waiting") return null;
  if (kind === "sleep") return `Sleeps${until}.`;
  if (kind === "event") return `Waits for the event ${event ?? ""}${until}.`;
  if (kind === "approval") return `Waits for an approval${until}.`;
  if (kind === "child") return `Waits for the run ${childId ?? ""}${until}.`;
  if (kind === "question") return `Waits for an answer${until}.`;
  return "Waits.";
}

/** A step of a run as the API shows it. */
export const toRunStep = (row: RunStepRow): RunStep => resourceFrom(runStep, row, { waitsFor: waitsForOf(row) });
