/**
 * If the check of a Function's input takes this many milliseconds, its checks count as costly, however small the input
 * is.
 */
const costlyMs = 4;
const costly = new WeakSet<object>();

/** Whether the latest check by this Function's schema took long, as texts of a few kilobytes do with some patterns. */
export const isCostly = (called: object): boolean => costly.has(called);

/** Notes how long a check took. */
export function noteCheck(called: object, ms: number): void {
  if (ms >= costlyMs) costly.add(called);
  else if (costly.has(called)) costly.delete(called);
}
