import { setTimeout as delay } from "node:timers/promises";
import type { CompiledFunction } from "./compile-function.ts";

/** After each Function, other work gets the thread for this many times as long. */
const pauseFactor = 3;

/**
 * Prepares Functions that have had no call yet, with pauses, so that calls in between hardly notice. A typical Function
 * takes 2 to 6 ms, and an artifact may have thousands.
 * @throws the signal's reason
 */
export async function prepareInTurn(functions: Iterable<CompiledFunction>, signal: AbortSignal): Promise<void> {
  for (const one of functions) {
    if (one.isPrepared) continue;
    const began = performance.now();
    one.prepare();
    await delay(pauseFactor * (performance.now() - began), undefined, { signal, ref: false });
  }
}
