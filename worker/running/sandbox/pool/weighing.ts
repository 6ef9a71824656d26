// Why: docs/decisions/memory-from-outside.md
import type { Weight } from "../executor/protocol/messages.ts";
import { isolateBytes, nativeCapBytes, noiseBytes, weighBytes, weighMs } from "../limits.ts";

/** What we know about an executor's memory, in bytes. */
export interface Weighing {
  /** Resident bytes when it was new. */
  freshBytes: number;
  /** The memory that its isolates accounted for at the last weighing. */
  accountedBytes: number;
  /** Memory without an explanation or a culprit, mostly fragmentation. */
  leftBytes: number;
  /** How many isolates it had then. We expect each new one to take some memory. */
  isolates: number;
  /** The explained resident bytes; up to these, nothing is weighed. */
  explainedBytes: number;
  /** The time since which its isolates are weighed. Undefined: they are not weighed. */
  since: number | undefined;
  /** By isolate: the most that it can have taken beside others since then. */
  possible: Map<number, number>;
}

export const newWeighing = (): Weighing => ({
  freshBytes: 0,
  accountedBytes: 0,
  isolates: 0,
  leftBytes: 0,
  explainedBytes: 0,
  since: undefined,
  possible: new Map(),
});

/** Records its size when it is new, or empty again. */
export function noteFresh(weighing: Weighing, bytes: number): void {
  weighing.freshBytes = bytes;
  weighing.accountedBytes = 0;
  weighing.isolates = 0;
  weighing.leftBytes = 0;
  weighing.explainedBytes = bytes;
}

/**
 * Takes an executor's resident bytes. Nothing happens while they are explained. Otherwise we weigh its isolates for a
 * while. `busyBytes`: the memory limits of calls in long turns, which can be weighed only when these turns end.
 * `isolates`: their number. Returns whether there is memory left for which nobody can be blamed.
 */
export function noteResident(
  weighing: Weighing,
  bytes: number,
  { busyBytes, isolates }: { busyBytes: number; isolates: number },
  now: number,
): boolean {
  weighing.isolates = Math.min(weighing.isolates, isolates);
  // Any call may use returned memory again, so it no longer counts as explained.
  weighing.explainedBytes = Math.max(weighing.freshBytes, Math.min(weighing.explainedBytes, bytes));
  if (weighing.since === undefined) {
    const expectedBytes = busyBytes / 2 + (isolates - weighing.isolates) * isolateBytes;
    if (bytes <= weighing.explainedBytes + weighBytes + expectedBytes) return false;
    weighing.since = now;
    weighing.possible.clear();
    return false;
  }
  if (now - weighing.since < weighMs) return false;
  weighing.leftBytes = Math.max(0, bytes - weighing.freshBytes - weighing.accountedBytes);
  weighing.explainedBytes = bytes;
  weighing.since = undefined;
  return true;
}

/** Records the weights of the executor's isolates. */
export function noteWeight(
  weighing: Weighing,
  { bytes, possible }: Weight,
  { residentBytes, isolates }: { residentBytes: number; isolates: number },
): void {
  weighing.accountedBytes = bytes;
  weighing.isolates = isolates;
  weighing.explainedBytes = weighing.freshBytes + bytes + weighing.leftBytes;
  if (weighing.since === undefined) return;
  weighing.possible = new Map(possible);
  if (residentBytes <= weighing.explainedBytes + weighBytes / 2) weighing.since = undefined;
}

/** Whether an executor is larger than its contents explain. `runningBytes`: the memory limits of its calls. */
export const isBeyondCap = (weighing: Weighing, bytes: number, runningBytes: number): boolean =>
  weighing.freshBytes > 0 && bytes > weighing.freshBytes + weighing.accountedBytes + runningBytes + nativeCapBytes;

/** Isolates that may have taken the unexplained memory. */
export function possiblyHeavy({ since, possible }: Weighing): Set<number> {
  const isolates = new Set<number>();
  if (since !== undefined) for (const [isolate, bytes] of possible) if (bytes > noiseBytes) isolates.add(isolate);
  return isolates;
}
