import { RenewedMap } from "@ferrule/kit/renewed-map.ts";

/** How long a holder counts as active after its last call. */
const rememberedMs = 10 * 60_000;

/**
 * Counts what each of many holders of one kind (tenants, Functions) has taken, and limits each. Unless a limit is set,
 * a holder may take everything while it is alone, and three quarters while others are active.
 */
export class Shares {
  readonly #capacity: number;
  readonly #set: number | undefined;
  readonly #taken = new RenewedMap<string, number>();
  #last = "";
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When we last saw any holder other than the latest one. */
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(capacity: number, set: number | undefined) {
    this.#capacity = capacity;
    this.#set = set;
  }

  /** Notes a request of a holder. */
  seen(holder: string, now: number): void {
    if (holder !== this.#last) {
      this.#otherAt = this.#lastAt;
      this.#last = holder;
    }
    this.#lastAt = now;
  }

  /** The most that one holder may have at once. */
  limitOf(holder: string, now: number): number {
    if (this.#set !== undefined) return this.#set;
    const otherAt = holder === this.#last ? this.#otherAt : this.#lastAt;
    return now - otherAt < rememberedMs ? Math.ceil((this.#capacity * 3) / 4) : this.#capacity;
  }

  /** A holder that has nothing may always take one thing, even if that exceeds its share. */
  fits(holder: string, amount: number, now: number): boolean {
    const taken = this.#taken.get(holder) ?? 0;
    return taken === 0 || taken + amount <= this.limitOf(holder, now);
  }

  take(holder: string, amount: number): void {
    this.#taken.set(holder, (this.#taken.get(holder) ?? 0) + amount);
  }

  give(holder: string, amount: number): void {
    const left = (this.#taken.get(holder) ?? 0) - amount;
    if (left > 0) this.#taken.set(holder, left);
    else this.#taken.delete(holder);
  }

  /** The number of holders that have something. */
  get size(): number {
    return this.#taken.size;
  }
}
