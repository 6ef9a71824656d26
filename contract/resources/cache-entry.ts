import { z } from "zod";
import { environment, tenantId, text, time } from "./fields.ts";

const bytesOf = (value: string) => new TextEncoder().encode(value).length;

/** The longest key, in bytes of UTF-8. */
export const maxCacheKeyBytes = 256;

// Earlier checks have refused keys with more characters than that.
const shortEnough = (value: string) => value.length > maxCacheKeyBytes || bytesOf(value) <= maxCacheKeyBytes;
const tooLong = `must be at most ${maxCacheKeyBytes} bytes`;
const printable = (value: string) => !/[^\P{Cc}\0]/u.test(value);

export const cacheKey = text(maxCacheKeyBytes, 1)
  .refine(shortEnough, tooLong)
  .refine(printable, "must hold no control characters");

/** The first characters of the keys; empty: all keys. */
export const cacheKeyPrefix = text(maxCacheKeyBytes)
  .refine(shortEnough, tooLong)
  .refine(printable, "must hold no control characters");

/** The place of an entry: keys of different environments or tenants are separate. */
export const cachePlace = { environment, tenantId };

/** A cache entry without its value, which only a reveal shows. */
export const cacheEntry = z.object({
  key: z.string(),
  ...cachePlace,
  /** The Function that wrote it last. */
  functionId: z.string(),
  /** The value's size, as JSON in UTF-8. */
  sizeBytes: z.number().int(),
  expiresAt: time,
});
export type CacheEntry = z.infer<typeof cacheEntry>;

/** An entry's value for display: known secrets, and fields with a sensitive name, are `[masked]`. */
export const revealedCacheEntry = z.object({
  key: z.string(),
  value: z.unknown(),
  /** The number of texts, numbers and fields that are masked, wholly or partly. */
  redactions: z.number().int(),
});
