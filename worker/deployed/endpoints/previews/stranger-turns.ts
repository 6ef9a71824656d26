/** How many turns gather, and how long one takes to come back. */
const mostTurns = 8;
const turnMs = 1_000;

/**
 * Turns for callers whom nobody knows. To load a preview costs far more than a request, so callers without its key must
 * not make a worker load one after the other.
 */
export class StrangerTurns {
  #left = mostTurns;
  #countedAt = performance.now();

  /** Takes a turn; false: there is none just now. */
  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(mostTurns, this.#left + (now - this.#countedAt) / turnMs);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
