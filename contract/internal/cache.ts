import { z } from "zod";
import { cacheKey } from "../resources/cache-entry.ts";

/** The largest value as JSON, in bytes of UTF-8. */
export const maxCacheValueBytes = 1_048_576;
export const defaultCacheTtlSeconds = 3_600;
/** 30 days. */
export const maxCacheTtlSeconds = 2_592_000;

/** The argument of the host calls `cache.get` and `cache.delete`. */
export const cacheKeyArgument = z.strictObject({ key: cacheKey });

export const cacheTtlSeconds = z.int().min(1).max(maxCacheTtlSeconds).default(defaultCacheTtlSeconds);

/** The argument of `cache.set` between worker and control plane: the value as JSON text, so that its size is known. */
export const cacheSetArgument = z.strictObject({
  key: cacheKey,
  json: z.string().max(maxCacheValueBytes),
  ttlSeconds: cacheTtlSeconds,
});

/** The result of `cache.get`: the stored JSON text; null if there is none, or it has expired. */
export const cacheGetAnswer = z.strictObject({ json: z.string().nullable() });
