// Why: docs/decisions/one-clock.md
/** How far this machine's clock is behind the database's, in milliseconds, as last measured. */
let behindMs = 0;

/** What a measurement may be wrong by besides the time that it took: clocks are read to the millisecond. */
const roundingMs = 2;

/**
 * The installation's time in epoch milliseconds: the database's, which all roles share. What decides (an expiry, a window, the time of
 * a call) is told by it, so that a machine whose clock is wrong decides as all others do. How long something took may be
 * measured by any clock.
 */
export const sharedNow = (): number => Date.now() + behindMs;

/** The installation's time as a date. */
export const sharedDate = (): Date => new Date(sharedNow());

/** The shared time of a moment that this machine's clock has told, in epoch milliseconds. */
export const toShared = (ownMs: number): number => ownMs + behindMs;

/** How far this machine's clock is behind the shared one, in milliseconds; negative when it is ahead. */
export const clockBehindMs = (): number => behindMs;

/**
 * Takes note of the shared time that an answer told. It was read between `askedAt` and `answeredAt`, both by this machine's clock: what
 * is known already stays as long as it lies in between, so that a slow answer changes nothing.
 */
export function noteSharedTime(told: number, askedAt: number, answeredAt: number): void {
  const [least, most] = [told - answeredAt - roundingMs, told - askedAt + roundingMs];
  if (answeredAt < askedAt || !Number.isFinite(told) || (behindMs >= least && behindMs <= most)) return;
  behindMs = Math.round((least + most) / 2);
}

/** The header of an answer of `/internal` with the shared time, in epoch milliseconds. */
export const sharedTimeHeader = "x-ferrule-time";
