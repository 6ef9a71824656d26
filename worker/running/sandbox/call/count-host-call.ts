import { limits } from "../limits.ts";
import type { RunningCall } from "../placement.ts";

/**
 * Counts a host call before it is handled. False: it exceeds a limit, of all calls, of concurrent ones, or of requests
 * to the outside. The prelude refuses such calls first, with better messages; this check is for a guest that got past
 * it.
 */
export function countHostCall(
  call: Pick<RunningCall, "hostCalls" | "fetches" | "writes" | "ops">,
  name: string,
): boolean {
  if (name === "http.write") return ++call.writes <= limits.writes && call.ops.size < limits.hostCallsAtOnce;
  call.hostCalls += 1;
  if (name === "fetch") call.fetches += 1;
  return (
    call.hostCalls <= limits.hostCalls && call.fetches <= limits.outboundCalls && call.ops.size < limits.hostCallsAtOnce
  );
}
