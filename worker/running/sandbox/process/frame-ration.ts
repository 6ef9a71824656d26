import { mostStrayFrames } from "../limits.ts";

/**
 * Counts frames that belong to no waiting call. A few are normal: a call was ended while its executor was sending.
 * Returns false when there are so many per second that the executor does nothing else.
 */
export function createFrameRation() {
  const counts = new WeakMap<object, { since: number; frames: number }>();
  return (executor: object): boolean => {
    let count = counts.get(executor);
    const now = performance.now();
    if (count === undefined || now - count.since > 1_000) counts.set(executor, (count = { since: now, frames: 0 }));
    count.frames += 1;
    return count.frames <= mostStrayFrames;
  };
}
