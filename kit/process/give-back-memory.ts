import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often the process is checked, and how many quiet checks in a row count as idle. */
const lookMs = 5_000;
const quietLooks = 3;
/**
 * After a collection, V8 keeps some of the emptied pages until the next one. So a second collection follows after this
 * many quiet checks.
 */
const looksToSecond = 2;
/**
 * The share of a processor that the thread may have used in a quiet check: enough for heartbeats and polls, not for
 * calls. An idle control plane uses up to 0.02.
 */
const quietShare = 0.06;
/**
 * The growth of the resident memory since the last collection, in bytes, from which another one is worth its pause.
 */
const worthBytes = 12 * 1024 * 1024;

/**
 * This thread's CPU time so far, in ms. It does not count time in which the thread waited for a processor.
 */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Collects all garbage now. Node exposes the collector only with a flag, which this sets. */
export function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

/**
 * Returns memory to the system once a process has been idle for a quarter of a minute. V8 collects only when it needs
 * room, and an idle process needs none: without this, each idle role keeps half as much memory again. The two pauses of
 * about 50 ms come when there are no calls. Dispose of the result to stop this.
 */
export function giveBackMemory(look = lookMs): Disposable {
  const collect = collector();
  let before = { atMs: performance.now(), usedMs: threadMs() };
  let quiet = 0;
  let looksLeft = 0;
  let keptBytes = 0;
  const timer = setInterval(() => {
    const now = { atMs: performance.now(), usedMs: threadMs() };
    const share = (now.usedMs - before.usedMs) / (now.atMs - before.atMs);
    before = now;
    quiet = share < quietShare ? quiet + 1 : 0;
    if (quiet < quietLooks) return;
    const residentBytes = process.memoryUsage.rss();
    // The system gets the freed memory back only bit by bit after a collection.
    keptBytes = Math.min(keptBytes, residentBytes);
    const isFirst = looksLeft === 0 && residentBytes >= keptBytes + worthBytes;
    const isSecond = looksLeft === 1;
    looksLeft = isFirst ? looksToSecond : Math.max(0, looksLeft - 1);
    if (!isFirst && !isSecond) return;
    collect();
    keptBytes = process.memoryUsage.rss();
    // The time that the collection itself took must not count as work.
    before = { atMs: performance.now(), usedMs: threadMs() };
  }, look).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
