import type { ExecutionKey } from "./execution-filters.ts";
import { newestFirst } from "./key-order.ts";

/** What one store has of a list, newest first. */
export interface Stretch<T> {
  items: readonly T[];
  /** Down to this, nothing is missing in `items`; null: down to the end. */
  upTo: ExecutionKey | null;
}

export interface MergedPage<T> {
  items: T[];
  /** After what the next page begins; null: there is none. A page may have fewer than `limit`, or none, and be followed by another. */
  next: ExecutionKey | null;
}

interface Listed {
  id: string;
  startedAt: string;
}

const keyOf = ({ id, startedAt }: Listed): ExecutionKey => ({ id, startedAt: new Date(startedAt) });

/** One page of what two stores have, each execution once: as the first one has it. */
export function mergePages<T extends Listed>(one: Stretch<T>, other: Stretch<T>, limit: number): MergedPage<T> {
  const [upTo = null] = [one.upTo, other.upTo].filter((key) => key !== null).sort(newestFirst);
  const byId = new Map([...other.items, ...one.items].map((item) => [item.id, item]));
  const keyed = [...byId.values()].map((item) => ({ item, key: keyOf(item) }));
  const known = keyed.filter(({ key }) => upTo === null || newestFirst(key, upTo) <= 0);
  known.sort((a, b) => newestFirst(a.key, b.key));
  const items = known.slice(0, limit).map(({ item }) => item);
  return { items, next: known.length > limit ? (known[limit - 1]?.key ?? null) : upTo };
}
