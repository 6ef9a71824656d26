import type { Weight } from "../executor/messages.ts";
import { isolateBytes, nativeCapBytes, noiseBytes, weighBytes, weighMs } from "../limits.ts";

/** What is known of what an executor's memory is made of, in bytes. */
export interface Weighing {
  /** What was resident when it was new. */
  freshBytes: number;
  /** What its isolates accounted for when they were weighed last. */
  accountedBytes: number;
  /** What nothing accounted for and nobody is blamed for: fragments, mostly. */
  leftBytes: number;
  /** How many isolates it had then; those that are new take memory of their own, and that is no news. */
  isolates: number;
  /** Resident bytes of which nothing more has to be known. */
  explainedBytes: number;
  /** Since when it is asked what its isolates hold; undefined: it is not. */
  since: number | undefined;
  /** By isolate: what it can have taken at most, beside others, since then. */
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

/** How large it is when nothing runs in it for the first time, or nothing is in it any more. */
export function noteFresh(weighing: Weighing, bytes: number): void {
  weighing.freshBytes = bytes;
  weighing.accountedBytes = 0;
  weighing.isolates = 0;
  weighing.leftBytes = 0;
  weighing.explainedBytes = bytes;
}

/**
 * Takes an executor's resident bytes. While they are explained, nothing is done; when they are not, its isolates are weighed, for a
 * while. `busyBytes`: the memory limits of the calls in long turns, which can be weighed only when these have ended;
 * `isolates`: how many there are. Answers whether something was left that nobody can be blamed for.
 */
export function noteResident(
  weighing: Weighing,
  bytes: number,
  { busyBytes, isolates }: { busyBytes: number; isolates: number },
  now: number,
): boolean {
  weighing.isolates = Math.min(weighing.isolates, isolates);
  // What was given back may be taken again, by whomever.
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

/** Takes what the executor's isolates weigh. */
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

/** Whether an executor is larger than all that is in it can explain. `runningBytes`: the memory limits of its calls. */
export const isBeyondCap = (weighing: Weighing, bytes: number, runningBytes: number): boolean =>
  weighing.freshBytes > 0 && bytes > weighing.freshBytes + weighing.accountedBytes + runningBytes + nativeCapBytes;

/** Isolates that may have taken what nobody accounts for. */
export function possiblyHeavy({ since, possible }: Weighing): Set<number> {
  const isolates = new Set<number>();
  if (since !== undefined) for (const [isolate, bytes] of possible) if (bytes > noiseBytes) isolates.add(isolate);
  return isolates;
}
