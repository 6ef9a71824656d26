import type { AnswerOf } from "../../../api/use-operation.ts";
import { counted, withMoments } from "../../../components/format.ts";

type Said = Pick<
  AnswerOf<"getRun">,
  "mode" | "reason" | "status" | "cancelling" | "waitsFor" | "attempt" | "steps" | "error" | "startedAt" | "finishedAt"
>;

const stepsOf = ({ steps }: Said): string => (steps.done === 0 ? "" : ` after ${counted(steps.done, "step")}`);

/** What a run does now, or how it ended, in a sentence. */
export function sentenceOf(run: Said): string {
  const { mode, status, cancelling, waitsFor, attempt, error, reason } = run;
  if (cancelling && (status === "queued" || status === "running" || status === "waiting"))
    return "Somebody has cancelled it. It ends within a second.";
  const said: Readonly<Record<Said["status"], string>> = {
    queued: waitsFor ?? (attempt === 0 ? "It begins when there is room." : "It goes on when there is room."),
    waiting: waitsFor ?? "It waits.",
    running: `Attempt ${attempt} runs${stepsOf(run)}.`,
    succeeded: `It succeeded${stepsOf(run)}${attempt > 1 ? `, in ${attempt} attempts` : ""}.`,
    failed: `It failed${error === null ? "" : ` with ${error.code}`}${stepsOf(run)}.`,
    expired: `Its deadline passed${stepsOf(run)}.`,
    cancelled: `Somebody ${mode === "delivery" ? "discarded" : "cancelled"} it${stepsOf(run)}.`,
    skipped: reason ?? "It was skipped.",
    missed: reason ?? "It was missed.",
  };
  return withMoments(said[status], Date.now());
}
