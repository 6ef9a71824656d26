/** The CPU time of one call: the engine's count, and the part of it that was spent waiting for a processor. */
export interface CpuReading {
  /** CPU milliseconds by the engine's count at the last look. For a running turn, this is time by the clock. */
  countedMs: number;
  /** The part of these that the running turn cannot have used. */
  waitedMs: number;
}

/**
 * For finished turns, the engine knows the CPU time; for a running one, it counts time by the clock. On a crowded
 * machine, a call must not pay for processors that others used. So for each interval, we charge a running turn at most
 * its share of the process's CPU time. `usedMs` is that CPU time since the last look. `counted` has each running turn's
 * earlier reading and the engine's present count.
 */
export function shareCpu(usedMs: number, counted: readonly { reading: CpuReading; countedMs: number }[]): void {
  const growing = counted.filter(({ reading, countedMs }) => countedMs > reading.countedMs);
  const shareMs = growing.length === 0 ? 0 : usedMs / growing.length;
  for (const { reading, countedMs } of counted) {
    const grownMs = countedMs - reading.countedMs;
    // If a count shrinks, the engine has corrected it.
    if (grownMs <= 0) reading.waitedMs = Math.max(0, reading.waitedMs + grownMs);
    else reading.waitedMs += Math.max(0, grownMs - shareMs);
    reading.countedMs = countedMs;
  }
}

/** The most CPU milliseconds that a call can have used. */
export const chargeableMs = (reading: CpuReading): number => Math.max(0, reading.countedMs - reading.waitedMs);
