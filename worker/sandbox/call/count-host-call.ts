import { limits } from "../limits.ts";
import type { RunningCall } from "../placement.ts";

/**
 * Counts a host call before anything is done about it. False: it is one too many, of all, at once or of requests to the
 * outside. The prelude refuses them first, with better sentences; this is for a guest that has got past it.
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
