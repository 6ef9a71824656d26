import { RenewedMap } from "@ferrule/kit/renewed-map.ts";

/** A holder may have three times the free part, so that one alone can have three quarters. */
const factor = 3;

/**
 * Divides something that calls take and give back between its holders, the endpoints. Each may have a multiple of what
 * nobody has: the more holders want much, the less each of them gets, and something is left for one that comes now. A
 * holder needs no history, so names that somebody makes up are forgotten with their last call.
 */
export class Shares {
  readonly #taken = new RenewedMap<string, number>();
  #total = 0;

  /** Takes `amount` of `capacity`. False: the holder's share is used up, or too little is free. */
  take(holder: string, amount: number, capacity: number): boolean {
    const free = capacity - this.#total - amount;
    if (free < 0) return false;
    const has = this.#taken.get(holder);
    // One that has nothing gets something as long as there is any.
    if (has !== undefined && has + amount > free * factor) return false;
    this.#taken.set(holder, (has ?? 0) + amount);
    this.#total += amount;
    return true;
  }

  give(holder: string, amount: number): void {
    const has = this.#taken.get(holder);
    if (has === undefined) return;
    this.#total -= amount;
    if (has > amount) this.#taken.set(holder, has - amount);
    else this.#taken.delete(holder);
  }
}
