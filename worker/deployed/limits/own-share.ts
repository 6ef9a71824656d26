/**
 * A token has 60,000 parts. So a limit of 1 a minute refills one part a millisecond, and we can calculate in whole
 * numbers.
 */
const partsPerToken = 60_000;

interface ShareOptions {
  /** Requests a minute that this worker may let through by itself; 0 refills nothing. */
  perMinute: number;
  /** The largest burst. */
  most: number;
  /** How many of these it has at the start. */
  level: number;
}

/**
 * The requests that a worker lets through by itself while it cannot learn how much other workers let through. Times are
 * monotonic milliseconds.
 */
export class OwnShare {
  readonly #perMinute: number;
  /** Counted in parts of a token. */
  readonly #full: number;
  #level: number;
  #at: number;

  constructor({ perMinute, most, level }: ShareOptions, now: number) {
    this.#perMinute = perMinute;
    this.#full = most * partsPerToken;
    this.#level = Math.min(this.#full, Math.max(0, level) * partsPerToken);
    this.#at = now;
  }

  /** How many milliseconds `count` requests have to wait; 0: none. */
  lacksMs(count: number, now: number): number {
    this.#refill(now);
    const missing = count * partsPerToken - this.#level;
    if (missing <= 0) return 0;
    return this.#perMinute === 0 ? Number.POSITIVE_INFINITY : missing / this.#perMinute;
  }

  take(count: number, now: number): void {
    this.#refill(now);
    this.#level = Math.max(0, this.#level - count * partsPerToken);
  }

  /** The number of requests that may come now. */
  left(now: number): number {
    this.#refill(now);
    return Math.floor(this.#level / partsPerToken);
  }

  #refill(now: number): void {
    this.#level = Math.min(this.#full, this.#level + (now - this.#at) * this.#perMinute);
    this.#at = now;
  }
}
