/**
 * If checking a Function's input takes this many milliseconds, its checks count as costly, however small the input is.
 */
const costlyMs = 4;
const costly = new WeakSet<object>();

/**
 * Whether the latest check by this Function's schema took long, which can happen with texts of a few kilobytes and some
 * patterns.
 */
export const isCostly = (called: object): boolean => costly.has(called);

/** Records how long a check took. */
export function noteCheck(called: object, ms: number): void {
  if (ms >= costlyMs) costly.add(called);
  else if (costly.has(called)) costly.delete(called);
}
