export interface CacheSearch {
  /** `default` when not set. */
  tenant?: string | undefined;
  /** The prefix of the keys to list. */
  prefix?: string | undefined;
  /** The entry beside the list. */
  key?: string | undefined;
}

/** The router parses a key like `12` in the URL as a number. */
function text(value: unknown, longest: number): string {
  if (typeof value === "string") return value.slice(0, longest);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The state of the cache's page, from its URL. */
export function cacheSearch(search: Record<string, unknown>): CacheSearch {
  const tenant = text(search["tenant"], 128);
  const prefix = text(search["prefix"], 256);
  const key = text(search["key"], 256);
  return {
    ...(tenant === "" ? {} : { tenant }),
    ...(prefix === "" ? {} : { prefix }),
    ...(key === "" ? {} : { key }),
  };
}
