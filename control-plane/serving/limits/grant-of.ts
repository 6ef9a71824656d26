// Why: docs/decisions/limits-in-hand.md
interface Wanted {
  /** What nobody has in hand, after what was owed and given back. May be below 0. */
  available: number;
  need: number;
  wants: number;
  workers: number;
}

/** Workers together hold at most a quarter of what is left for requests that have not come yet. */
const sharesHeld = 4;

/** How many requests a worker may let through: what it needs now, and some in hand while there is enough for all workers. */
export function grantOf({ available, need, wants, workers }: Wanted): number {
  const given = Math.min(need, Math.max(0, Math.floor(available)));
  const spare = Math.floor((available - given) / (sharesHeld * workers));
  return given + Math.max(0, Math.min(wants, spare));
}
