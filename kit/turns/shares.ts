import { RenewedMap } from "../renewed-map.ts";

/** A holder may have three times the free part. So a holder that is alone can have three quarters. */
const factor = 3;

/**
 * Divides a resource that calls take and give back among holders, the endpoints. Each may have a multiple of the free
 * part: the more holders want much, the less each gets, and something is left for a newcomer. A holder needs no
 * history, so invented names are forgotten with their last call.
 */
export class Shares {
  readonly #taken = new RenewedMap<string, number>();
  #total = 0;

  /** Takes `amount` of `capacity`. False: the holder's share is used up, or too little is free. */
  take(holder: string, amount: number, capacity: number): boolean {
    const free = capacity - this.#total - amount;
    if (free < 0) return false;
    const has = this.#taken.get(holder);
    // A holder that has nothing gets something, as long as there is any.
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
