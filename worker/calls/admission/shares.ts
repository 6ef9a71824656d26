import { RenewedMap } from "@ferrule/kit/renewed-map.ts";

/** How long a holder counts as active after its last call. */
const rememberedMs = 10 * 60_000;

/**
 * Counts what each of many holders of one kind (tenants, Functions) has taken, and limits each. A holder may take
 * everything while it is alone and three quarters while others are active, unless a limit is set.
 */
export class Shares {
  readonly #capacity: number;
  readonly #set: number | undefined;
  readonly #taken = new RenewedMap<string, number>();
  #last = "";
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When any holder other than the last was last seen. */
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(capacity: number, set: number | undefined) {
    this.#capacity = capacity;
    this.#set = set;
  }

  /** A holder asks. */
  seen(holder: string, now: number): void {
    if (holder !== this.#last) {
      this.#otherAt = this.#lastAt;
      this.#last = holder;
    }
    this.#lastAt = now;
  }

  /** How much one holder may have at once. */
  limitOf(holder: string, now: number): number {
    if (this.#set !== undefined) return this.#set;
    const otherAt = holder === this.#last ? this.#otherAt : this.#lastAt;
    return now - otherAt < rememberedMs ? Math.ceil((this.#capacity * 3) / 4) : this.#capacity;
  }

  /** A holder that has nothing may always take something, even more than its share. */
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

  /** How many holders have something. */
  get size(): number {
    return this.#taken.size;
  }
}
