/** So much is done before the clock is looked at: at 60 ns a step, the worst measured, 15 ms. */
const stepsALook = 250_000;

/** Of a value whose time is up. */
export const outOfTime = "takes too long to check against the schema";

/** Checking a value costs more than it may. Its message ends a sentence that begins with a path. */
export class TooMuchWork extends Error {
  override name = "TooMuchWork";
}

// One value is checked at a time, without waiting for anything, so one meter serves a process.
let spent = 0;
let nextLook = stepsALook;
let beganAt: number | null = null;
let mostMs = 100;

/** Begins the work on one value: what little is spent is free, and what is more has so many milliseconds. */
export function beginWork(milliseconds: number): void {
  spent = 0;
  nextLook = stepsALook;
  beganAt = null;
  mostMs = milliseconds;
}

/**
 * Tells of work that is about to be done, in steps of at most some 60 ns, so that the clock is asked seldom.
 * @throws TooMuchWork when the value's time is up
 */
export function spend(steps: number): void {
  spent += steps;
  if (spent < nextLook) return;
  nextLook = spent + stepsALook;
  const now = performance.now();
  beganAt ??= now;
  if (now - beganAt > mostMs) throw new TooMuchWork(outOfTime);
}
