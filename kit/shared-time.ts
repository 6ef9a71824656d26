// Why: docs/decisions/one-clock.md
/** How far this machine's clock is behind the database's, in milliseconds, as last measured. */
let behindMs = 0;

/** The error of a measurement, besides its duration: clocks are read to the millisecond. */
const roundingMs = 2;

/**
 * The installation's time in epoch milliseconds: the database's, which all roles share. Use it for every time that
 * decides something (an expiry, a window, the time of a call), so that a machine with a wrong clock decides like all
 * others. To measure a duration, use any clock.
 */
export const sharedNow = (): number => Date.now() + behindMs;

/** The installation's time as a date. */
export const sharedDate = (): Date => new Date(sharedNow());

/** Converts a time of this machine's clock to the shared time, in epoch milliseconds. */
export const toShared = (ownMs: number): number => ownMs + behindMs;

/** How far this machine's clock is behind the shared one, in milliseconds; negative when it is ahead. */
export const clockBehindMs = (): number => behindMs;

/**
 * Learns the shared time from an answer. The sender read its clock between `askedAt` and `answeredAt`, which are times
 * of this machine's clock. If the known difference fits these bounds, it stays, so a slow answer changes nothing.
 */
export function noteSharedTime(told: number, askedAt: number, answeredAt: number): void {
  const [least, most] = [told - answeredAt - roundingMs, told - askedAt + roundingMs];
  if (answeredAt < askedAt || !Number.isFinite(told) || (behindMs >= least && behindMs <= most)) return;
  behindMs = Math.round((least + most) / 2);
}

/** The header with the shared time, in epoch milliseconds, in answers of `/internal`. */
export const sharedTimeHeader = "x-ferrule-time";
