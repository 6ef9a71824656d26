import { z } from "zod";
import { environment, tenantId, text, time } from "./fields.ts";

const bytesOf = (value: string) => new TextEncoder().encode(value).length;

/** How long a key may be, in bytes of UTF-8. */
export const maxCacheKeyBytes = 256;

// More characters than bytes are allowed have been refused already.
const shortEnough = (value: string) => value.length > maxCacheKeyBytes || bytesOf(value) <= maxCacheKeyBytes;
const tooLong = `must be at most ${maxCacheKeyBytes} bytes`;
const printable = (value: string) => !/[^\P{Cc}\0]/u.test(value);

export const cacheKey = text(maxCacheKeyBytes, 1)
  .refine(shortEnough, tooLong)
  .refine(printable, "must hold no control characters");

/** The beginning of the keys; empty: all keys. */
export const cacheKeyPrefix = text(maxCacheKeyBytes)
  .refine(shortEnough, tooLong)
  .refine(printable, "must hold no control characters");

/** Where an entry is: keys of different environments or tenants have nothing to do with each other. */
export const cachePlace = { environment, tenantId };

/** An entry of the cache without its value, which only a reveal shows. */
export const cacheEntry = z.object({
  key: z.string(),
  ...cachePlace,
  /** The Function that wrote it last. */
  functionId: z.string(),
  /** Of the value, as JSON in UTF-8. */
  sizeBytes: z.number().int(),
  expiresAt: time,
});
export type CacheEntry = z.infer<typeof cacheEntry>;

/** An entry's value for display: known secrets, and fields with a sensitive name, are `[masked]`. */
export const revealedCacheEntry = z.object({
  key: z.string(),
  value: z.unknown(),
  /** The number of masked texts, numbers and fields, in whole or in part. */
  redactions: z.number().int(),
});
