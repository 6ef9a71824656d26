// Why: docs/decisions/limits-in-hand.md
interface Wanted {
  /** The requests that nobody holds, minus those that are owed, plus those given back. May be below 0. */
  available: number;
  need: number;
  wants: number;
  workers: number;
}

/** All workers together hold at most a quarter of the rest for requests that have not come yet. */
const sharesHeld = 4;

/**
 * How many requests a worker may let through: those that it needs now and, while there are enough for all workers, some
 * in advance.
 */
export function grantOf({ available, need, wants, workers }: Wanted): number {
  const given = Math.min(need, Math.max(0, Math.floor(available)));
  const spare = Math.floor((available - given) / (sharesHeld * workers));
  return given + Math.max(0, Math.min(wants, spare));
}
