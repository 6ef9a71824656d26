import type { AnswerOf } from "../../../api/use-operation.ts";

type Step = Pick<AnswerOf<"getRun">["timeline"][number], "durationMs" | "startedAt" | "finishedAt" | "kind">;

/**
 * How long a step took, or has waited until now, in milliseconds.
 * @param now milliseconds since 1970
 */
export function tookMs({ durationMs, startedAt, finishedAt, kind }: Step, now: number): number {
  if (kind === "step" && durationMs !== null) return durationMs;
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  return Math.max(0, end - Date.parse(startedAt));
}
