// Why: docs/decisions/one-clock.md
/** How far this machine's clock is behind the database's, in milliseconds, as last measured. */
let behindMs = 0;

/** The error of a measurement besides the time that it took: clocks are read to the millisecond. */
const roundingMs = 2;

/**
 * The installation's time in epoch milliseconds: the database's, which all roles share. Use it for every time that
 * decides something (an expiry, a window, the time of a call), so that a machine with a wrong clock decides like all
 * others. To measure how long something takes, any clock will do.
 */
export const sharedNow = (): number => Date.now() + behindMs;

/** The installation's time as a date. */
export const sharedDate = (): Date => new Date(sharedNow());

/** Converts a time of this machine's clock to the shared time, in epoch milliseconds. */
export const toShared = (ownMs: number): number => ownMs + behindMs;

/** How far this machine's clock is behind the shared one, in milliseconds; negative when it is ahead. */
export const clockBehindMs = (): number => behindMs;

/**
 * Notes the shared time in an answer. The sender read it between `askedAt` and `answeredAt`, which are times of this
 * machine's clock. As long as the known difference lies within these bounds, it stays, so a slow answer changes
 * nothing.
 */
export function noteSharedTime(told: number, askedAt: number, answeredAt: number): void {
  const [least, most] = [told - answeredAt - roundingMs, told - askedAt + roundingMs];
  if (answeredAt < askedAt || !Number.isFinite(told) || (behindMs >= least && behindMs <= most)) return;
  behindMs = Math.round((least + most) / 2);
}

/** The header of an answer of `/internal` with the shared time, in epoch milliseconds. */
export const sharedTimeHeader = "x-ferrule-time";
