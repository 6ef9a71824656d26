import { readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second. */
const tickMs = 10;
/** By the clock, a request may take this many times its limit of CPU time. */
export const timesByClock = 4;
const soonestLookMs = 20;

/**
 * The CPU time of all threads of these processes so far, in ms. NaN where the platform does not report it, or when one
 * has ended.
 */
function processorMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      // Before it comes the name in parentheses, which may contain anything.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      return Number.NaN;
    }
  }
  return ticks * tickMs;
}

/**
 * Calls `over` when these processes have used `limitMs` of CPU time from now on, or after four times as long by the
 * clock. So a busy machine does not make a source fail. If the platform does not report CPU time, only the clock
 * decides, at `limitMs`. The returned function ends the watch. The watch does not keep this program alive.
 */
export function limitTime(pids: readonly number[], limitMs: number, over: () => void): () => void {
  const began = performance.now();
  const before = processorMs(pids);
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const toWork = limitMs - (processorMs(pids) - before);
    const toWait = limitMs * timesByClock - (performance.now() - began);
    const left = Math.min(toWork, toWait);
    // NaN is not above zero.
    if (left > 0) timer = setTimeout(look, Math.max(left, soonestLookMs)).unref();
    else over();
  };
  timer = setTimeout(look, limitMs).unref();
  return () => clearTimeout(timer);
}
