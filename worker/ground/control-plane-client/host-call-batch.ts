import { hostCallResults, mostHostCalls, type HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import { z } from "zod";

/** A host call that waits for its result. */
export interface Asked {
  /** The call as JSON. */
  call: string;
  signal: AbortSignal;
  settle: (result: HostCallResult | Error) => void;
}

/** The most characters of all calls in one request. A larger call goes alone. */
const mostCharacters = 1_048_576;

/** Takes as many calls as fit into one request, in order of arrival. */
export function takeBatch(waiting: Asked[]): Asked[] {
  let characters = 0;
  const end = waiting.findIndex((one, index) => {
    characters += one.call.length;
    return index >= mostHostCalls || (index > 0 && characters > mostCharacters);
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

/** The control plane's response to a request that it cannot parse. */
const refusal = z.looseObject({ error: z.looseObject({ code: z.string() }) });

export function readAnswer(text: string): z.output<typeof hostCallResults> {
  const answer: unknown = JSON.parse(text);
  const refused = refusal.safeParse(answer);
  if (refused.success) throw new Error(`the control plane refused host calls: ${refused.data.error.code}`);
  return hostCallResults.parse(answer);
}

/**
 * Limits how long a request waits: until none of its calls wants a result, and at most `timeoutMs`. Its timer can be
 * cleared; AbortSignal.timeout would keep many finished requests in memory until their time is over.
 */
export function patienceFor(batch: readonly Asked[], timeoutMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  let left = batch.length;
  const leave = () => {
    left -= 1;
    if (left === 0) controller.abort();
  };
  for (const { signal } of batch) {
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  }
  return { signal: controller.signal, isAbandoned: () => left === 0, release: () => clearTimeout(timer) };
}
