import { RenewedMap } from "./renewed-map.ts";

/** A `Set` for entries that come and go with each call; `RenewedMap` says why. Do not add entries while you iterate. */
export class RenewedSet<T> {
  readonly #map = new RenewedMap<T, T>();

  get size(): number {
    return this.#map.size;
  }

  add(one: T): void {
    this.#map.set(one, one);
  }

  delete(one: T): boolean {
    return this.#map.delete(one);
  }

  clear(): void {
    this.#map.clear();
  }

  /** In the order in which they were added. */
  [Symbol.iterator](): MapIterator<T> {
    return this.#map.values();
  }
}
