/** A token is 60,000 parts, so a limit of 1 a minute refills one part a millisecond and whole numbers stay whole. */
const partsPerToken = 60_000;

/** A rate limit on this replica: `perMinute` calls at once, refilled evenly. Times are monotonic milliseconds. */
export class TokenBucket {
  #perMinute: number;
  /** In parts of a token. */
  #level: number;
  #at: number;

  constructor(perMinute: number, now: number = performance.now()) {
    this.#perMinute = perMinute;
    this.#level = perMinute * partsPerToken;
    this.#at = now;
  }

  /** A new limit starts with what was left, at most the new limit itself. */
  setLimit(perMinute: number, now: number = performance.now()): void {
    this.#refill(now);
    this.#perMinute = perMinute;
    this.#level = Math.min(this.#level, perMinute * partsPerToken);
  }

  /** Takes `count` tokens and returns 0, or takes none and returns how many milliseconds are missing. */
  take(count: number, now: number = performance.now()): number {
    this.#refill(now);
    const parts = count * partsPerToken;
    if (this.#level < parts) return (parts - this.#level) / this.#perMinute;
    this.#level -= parts;
    return 0;
  }

  #refill(now: number): void {
    const full = this.#perMinute * partsPerToken;
    this.#level = Math.min(full, this.#level + (now - this.#at) * this.#perMinute);
    this.#at = now;
  }
}
