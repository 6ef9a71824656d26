/** What one call has used: the engine's count, and how much of that was waiting for a processor. */
export interface CpuReading {
  /** CPU milliseconds by the engine's count when it was last looked at; wall time for a turn that is under way. */
  countedMs: number;
  /** Of these, what the turn under way cannot have used. */
  waitedMs: number;
}

/**
 * The engine knows the CPU time of turns that have ended, but counts wall time for one that is under way. On a crowded
 * machine a call must not pay for the processors that others have, so of each interval a running turn is reckoned at
 * most its share of what the whole process has used. `usedMs` is the process's CPU milliseconds since the last look,
 * `counted` holds for each running turn its reading and the engine's count now.
 */
export function shareCpu(usedMs: number, counted: readonly { reading: CpuReading; countedMs: number }[]): void {
  const growing = counted.filter(({ reading, countedMs }) => countedMs > reading.countedMs);
  const shareMs = growing.length === 0 ? 0 : usedMs / growing.length;
  for (const { reading, countedMs } of counted) {
    const grownMs = countedMs - reading.countedMs;
    // A count that shrinks is one that the engine has put right itself.
    if (grownMs <= 0) reading.waitedMs = Math.max(0, reading.waitedMs + grownMs);
    else reading.waitedMs += Math.max(0, grownMs - shareMs);
    reading.countedMs = countedMs;
  }
}

/** CPU milliseconds that a call can have used. */
export const chargeableMs = (reading: CpuReading): number => Math.max(0, reading.countedMs - reading.waitedMs);
