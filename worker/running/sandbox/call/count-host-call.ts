import { limits } from "../limits.ts";
import type { Attempt } from "../placement.ts";

/**
 * Counts a host call before handling it. False: it exceeds a limit: for all calls, for concurrent ones, or for outbound
 * requests. The prelude refuses such calls first, with better messages; this check is for a guest that has bypassed it.
 */
export function countHostCall(
  attempt: Pick<Attempt, "hostCalls" | "fetches" | "writes" | "ops">,
  name: string,
): boolean {
  if (name === "http.write") return ++attempt.writes <= limits.writes && attempt.ops.size < limits.hostCallsAtOnce;
  attempt.hostCalls += 1;
  if (name === "fetch") attempt.fetches += 1;
  // Results of steps must be stored, whatever else is under way.
  const atOnce = limits.hostCallsAtOnce + (name === "runs.keep" ? limits.keepsAtOnce : 0);
  return attempt.hostCalls <= limits.hostCalls && attempt.fetches <= limits.outboundCalls && attempt.ops.size < atOnce;
}
