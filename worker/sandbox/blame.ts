import type { PooledExecutor } from "./executor-pool.ts";
import type { Verdict } from "./pulse.ts";
import type { RunningCall } from "./running-call.ts";

/** Of several calls each may have done it; one that is alone has, if it was on trial or the executor can tell. */
export function blame(calls: RunningCall[], why: Verdict["why"], isCertain: boolean): Verdict {
  const alone = calls.length === 1 && (calls[0]!.suspect || isCertain);
  return { why, guilty: alone ? calls : [], functions: [], suspects: calls };
}

/**
 * An executor died, and not by our hand. A call that was alone in it when the engine crashed, or that was on trial, did it;
 * of several, each that may have done it is tried alone. SIGKILL may come from anywhere: nobody is blamed.
 */
export function inquest({ process, busy }: PooledExecutor, calls: RunningCall[]): Verdict {
  if (process.broken) return blame(calls, "broken", true);
  const running = calls.filter((call) => busy.has(call.id));
  return { ...blame(calls, "memory", process.crashed), suspects: running.length > 0 ? running : calls };
}
