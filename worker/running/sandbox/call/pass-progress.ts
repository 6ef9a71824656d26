import type { Attempt } from "../placement.ts";
import { limits } from "../limits.ts";

/** Forwards a Function's progress reports, if anybody listens. The fields are untrusted. */
export function passProgress(attempt: Attempt, { done, total, message }: Record<string, unknown>): void {
  const { onProgress } = attempt.call.invocation;
  if (onProgress === undefined || ++attempt.progressSent > limits.progress || typeof done !== "number") return;
  onProgress(
    done,
    typeof total === "number" ? total : null,
    typeof message === "string" ? message.slice(0, 1_000) : null,
  );
}
