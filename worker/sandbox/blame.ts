import type { Verdict } from "./pulse.ts";
import type { RunningCall } from "./running-call.ts";

/** Of several calls each may have done it; one that is alone has, if it was on trial or the executor can tell. */
export function blame(calls: RunningCall[], why: Verdict["why"], isCertain: boolean): Verdict {
  const alone = calls.length === 1 && (calls[0]!.suspect || isCertain);
  return { why, guilty: alone ? calls : [], functions: [], suspects: calls };
}
