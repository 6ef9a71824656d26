/** How many steps are free before we look at the clock: 15 ms, at 60 ns a step, the worst measured. */
const stepsALook = 250_000;

/** Meters a value whose time is over. */
export const outOfTime = "takes too long to check against the schema";

/** Thrown when checking a value costs more than it may. Its message ends a sentence that begins with a path. */
export class TooMuchWork extends Error {
  override name = "TooMuchWork";
}

// We check one value at a time, without waiting for anything. So one meter is enough for a process.
let spent = 0;
let nextLook = stepsALook;
let beganAt: number | null = null;
let mostMs = 100;

/** Begins the work on one value: a little work is free, and the rest may take this many milliseconds. */
export function beginWork(milliseconds: number): void {
  spent = 0;
  nextLook = stepsALook;
  beganAt = null;
  mostMs = milliseconds;
}

/**
 * Counts work before it is done, in steps of at most about 60 ns, so that we rarely look at the clock.
 * @throws TooMuchWork when the value's time is over
 */
export function spend(steps: number): void {
  spent += steps;
  if (spent < nextLook) return;
  nextLook = spent + stepsALook;
  const now = performance.now();
  beganAt ??= now;
  if (now - beganAt > mostMs) throw new TooMuchWork(outOfTime);
}
