import type { RunningCall } from "../placement.ts";
import { mayReport } from "./running-call.ts";

/** Forwards the progress that a Function reports, if anybody listens. The fields are untrusted. */
export function passProgress(call: RunningCall, { done, total, message }: Record<string, unknown>): void {
  const { onProgress } = call.invocation;
  if (onProgress === undefined || !mayReport(call) || typeof done !== "number") return;
  onProgress(
    done,
    typeof total === "number" ? total : null,
    typeof message === "string" ? message.slice(0, 1_000) : null,
  );
}
