import type { ExecutionKey } from "./execution-filters.ts";
import { newestFirst } from "./key-order.ts";

/** One store's share of a list, newest first. */
export interface Stretch<T> {
  items: readonly T[];
  /** `items` is complete down to this key; null: to the end. */
  upTo: ExecutionKey | null;
}

export interface MergedPage<T> {
  items: T[];
  /**
   * The next page begins after this; null when there is none. A page may have fewer than `limit` items, or none, and
   * still be followed by another.
   */
  next: ExecutionKey | null;
}

interface Listed {
  id: string;
  startedAt: string;
}

const keyOf = ({ id, startedAt }: Listed): ExecutionKey => ({ id, startedAt: new Date(startedAt) });

/** Merges the shares of two stores into one page. Each execution occurs once, in the form of the first store. */
export function mergePages<T extends Listed>(one: Stretch<T>, other: Stretch<T>, limit: number): MergedPage<T> {
  const [upTo = null] = [one.upTo, other.upTo].filter((key) => key !== null).sort(newestFirst);
  const byId = new Map([...other.items, ...one.items].map((item) => [item.id, item]));
  const keyed = [...byId.values()].map((item) => ({ item, key: keyOf(item) }));
  const known = keyed.filter(({ key }) => upTo === null || newestFirst(key, upTo) <= 0);
  known.sort((a, b) => newestFirst(a.key, b.key));
  const items = known.slice(0, limit).map(({ item }) => item);
  return { items, next: known.length > limit ? (known[limit - 1]?.key ?? null) : upTo };
}
