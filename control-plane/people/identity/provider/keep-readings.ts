import { LRUCache } from "lru-cache";
import type { App } from "../../../ground/app.ts";

const keptMs = 600_000;
/** What failed is not tried again at once: people who open the sign-in page must not make us send requests there. */
const failedMs = 5_000;

/** Keeps what was read of providers: for ten minutes, or for five seconds if reading failed. */
export function keepReadings<T>(): (app: App, key: string, read: () => Promise<T>) => Promise<T> {
  const all = new WeakMap<App, LRUCache<string, Promise<T>>>();
  return (app, key, read) => {
    const kept = all.get(app) ?? new LRUCache<string, Promise<T>>({ max: 100, ttl: keptMs });
    all.set(app, kept);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const reading = read();
    kept.set(key, reading);
    reading.catch(() => kept.set(key, reading, { ttl: failedMs }));
    return reading;
  };
}
