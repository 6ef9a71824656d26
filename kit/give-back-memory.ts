import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often the process is looked at, and how many quiet looks on end make it calm. */
const lookMs = 5_000;
const quietLooks = 3;
/** The part of the time that its thread may have worked in a quiet look: heartbeats and polls, no calls. */
const quietShare = 0.03;
/** What the resident memory must have grown by since the last collection for another to be worth its pause, in bytes. */
const worthBytes = 12 * 1024 * 1024;

/** Both made by Node, which hides the collector unless it is asked for it. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

/**
 * Gives back, once a process has had nothing to do for a quarter of a minute, what it took while it was busy. V8 collects when it
 * needs room, and a process that rests needs none: without this each role keeps half as much again for as long as it rests. The pause
 * of some 50 ms falls where no call is. Answers how to stop.
 */
export function giveBackMemory(look = lookMs): Disposable {
  const collect = collector();
  let before = performance.eventLoopUtilization();
  let quiet = 0;
  let keptBytes = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    quiet = utilization < quietShare ? quiet + 1 : 0;
    if (quiet < quietLooks || process.memoryUsage.rss() < keptBytes + worthBytes) return;
    collect();
    keptBytes = process.memoryUsage.rss();
    // What it took itself is no work.
    before = performance.eventLoopUtilization();
  }, look).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
