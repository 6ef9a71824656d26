/** The CPU time of one call: the engine's count, and how much of it was waiting for a processor. */
export interface CpuReading {
  /** CPU milliseconds by the engine's count at the last look. For a running turn that is wall time. */
  countedMs: number;
  /** The part of these that the running turn cannot have used. */
  waitedMs: number;
}

/**
 * The engine knows the CPU time of turns that have ended, but counts wall time for a running one. On a crowded machine
 * a call must not pay for processors that others had. So for each interval a running turn is charged at most its share
 * of the process's CPU time. `usedMs` is that CPU time since the last look. `counted` has the reading of each running
 * turn and the engine's count now.
 */
export function shareCpu(usedMs: number, counted: readonly { reading: CpuReading; countedMs: number }[]): void {
  const growing = counted.filter(({ reading, countedMs }) => countedMs > reading.countedMs);
  const shareMs = growing.length === 0 ? 0 : usedMs / growing.length;
  for (const { reading, countedMs } of counted) {
    const grownMs = countedMs - reading.countedMs;
    // The engine has corrected a count that shrinks.
    if (grownMs <= 0) reading.waitedMs = Math.max(0, reading.waitedMs + grownMs);
    else reading.waitedMs += Math.max(0, grownMs - shareMs);
    reading.countedMs = countedMs;
  }
}

/** The CPU milliseconds that a call can have used at most. */
export const chargeableMs = (reading: CpuReading): number => Math.max(0, reading.countedMs - reading.waitedMs);
