import type { Log } from "@ferrule/kit/log.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { HostDomError, HostTypeError, type HostCall, type HostCallAnswer, type HostCallContext } from "./host-call.ts";

export type HostCallResult =
  | { ok: true; text: string; bytes: Uint8Array }
  | { ok: false; text: string; bytes: Uint8Array };

const none = new Uint8Array(0);

const refusal = (
  type: "function" | "type" | "dom",
  code: string,
  message: string,
  details?: unknown,
): HostCallResult => ({
  ok: false,
  text: JSON.stringify({ type, code, message, details }),
  bytes: none,
});

/** The error for a guest that has bypassed its own counting. */
export const limitExceeded = refusal(
  "function",
  "LIMIT_EXCEEDED",
  "This call makes too many requests to the platform.",
);

/**
 * Returns a function that runs a host call by name. It never throws, and reveals only things that the guest may know.
 */
export function createDispatcher(hostCalls: Record<string, HostCall>, log: Log) {
  const table = new Map(Object.entries(hostCalls));
  return async (name: string, json: string, bytes: Uint8Array, context: HostCallContext): Promise<HostCallResult> => {
    const run = table.get(name);
    if (run === undefined)
      return refusal("function", "UNAVAILABLE", `This platform does not offer ${name.slice(0, 100)}.`);
    try {
      const answer: HostCallAnswer = await run(JSON.parse(json), bytes, context);
      return {
        ok: true,
        text: answer.value === undefined ? "" : JSON.stringify(answer.value),
        bytes: answer.bytes ?? none,
      };
    } catch (error) {
      if (error instanceof HostCallError) return refusal("function", error.code, error.message, error.details);
      if (error instanceof HostDomError) return refusal("dom", error.name, error.message);
      if (error instanceof HostTypeError) return refusal("type", "TypeError", error.message);
      if (!context.dropped.aborted) {
        log.error({ err: error, hostCall: name, executionId: context.invocation.executionId }, "host call failed");
      }
      return refusal("function", "UNAVAILABLE", "The platform could not do this just now.");
    }
  };
}
