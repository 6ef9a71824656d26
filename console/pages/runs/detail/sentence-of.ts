import type { AnswerOf } from "../../../api/use-operation.ts";
import { counted } from "../../../components/format.ts";

type Said = Pick<
  AnswerOf<"getRun">,
  "status" | "cancelling" | "waitsFor" | "attempt" | "steps" | "error" | "startedAt" | "finishedAt"
>;

const stepsOf = ({ steps }: Said): string => (steps.done === 0 ? "" : ` after ${counted(steps.done, "step")}`);

/** What a run does now, or how it ended, in a sentence. */
export function sentenceOf(run: Said): string {
  const { status, cancelling, waitsFor, attempt, error } = run;
  if (cancelling && (status === "queued" || status === "running" || status === "waiting"))
    return "Somebody has cancelled it. It ends within a second.";
  switch (status) {
    case "queued":
      return waitsFor ?? (attempt === 0 ? "It begins when there is room." : "It goes on when there is room.");
    case "waiting":
      return waitsFor ?? "It waits.";
    case "running":
      return `Attempt ${attempt} runs${stepsOf(run)}.`;
    case "succeeded":
      return `It succeeded${stepsOf(run)}${attempt > 1 ? `, in ${attempt} attempts` : ""}.`;
    case "failed":
      return `It failed${error === null ? "" : ` with ${error.code}`}${stepsOf(run)}.`;
    case "expired":
      return `Its deadline passed${stepsOf(run)}.`;
    case "cancelled":
      return `Somebody cancelled it${stepsOf(run)}.`;
  }
}
