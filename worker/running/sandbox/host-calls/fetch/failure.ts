import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { HostTypeError } from "../host-call.ts";

/**
 * A Function's error for a failed request: a refusal stays unchanged, and any other error takes the form of `fetch`.
 */
export function failure(error: unknown, host: string): Error {
  const seen = new Set<unknown>();
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause);
    if (cause instanceof HostCallError || cause instanceof HostTypeError) return cause;
    const [first] = (cause as AggregateError).errors ?? [];
    if (first instanceof HostCallError) return first;
  }
  const refused = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : "");
  if (refused !== null) return new HostTypeError(`fetch failed: the proxy answered ${refused[1]} for ${host}`);
  const code = (error as { code?: unknown }).code;
  return new HostTypeError(`fetch failed: ${host} ${typeof code === "string" ? `(${code})` : "did not answer"}`);
}
