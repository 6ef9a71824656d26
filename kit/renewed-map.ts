/** How many entries are added before the first renewal, and at least between two. */
const leastAdded = 64;

/**
 * A `Map` for entries that come and go with each call. When V8 enlarges a `Map`, the old table refers to the new one
 * and keeps its entries. Once such a table is in the old generation, small collections keep all later tables, and with
 * them every call, until the next full collection. At 50 calls at once that took a fifth to a third of the gateway's
 * CPU time (bench/README.md). So from time to time, this moves its entries to a new `Map`, to which no old table
 * refers. Do not add entries while you iterate, because the iteration would continue with the old `Map`.
 */
export class RenewedMap<K, V> {
  #map = new Map<K, V>();
  #left = leastAdded;

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  set(key: K, value: V): void {
    this.#left -= 1;
    if (this.#left < 0) {
      this.#map = new Map(this.#map);
      this.#left = Math.max(leastAdded, this.#map.size);
    }
    this.#map.set(key, value);
  }

  delete(key: K): boolean {
    return this.#map.delete(key);
  }

  clear(): void {
    if (this.#map.size === 0) return;
    this.#map = new Map();
    this.#left = leastAdded;
  }

  /** In the order in which they were added. */
  values(): MapIterator<V> {
    return this.#map.values();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#map[Symbol.iterator]();
  }
}
