import type { Context } from "ferrule";

const period: string = "day";
const keptDays = 7;

interface Input {
  /** What is counted. @pattern ^[A-Za-z0-9._-]{1,100}$ */
  name: string;
  /** How much to add; 0 reads the counter. @integer @minimum -1000 @maximum 1000 @default 1 */
  by?: number;
}

/** How many characters of `2026-11-21T08:15:30.123Z` identify the current hour or day. */
const lengths: Record<string, number> = { hour: 13, day: 10, ever: 0 };

/** Adds to a counter of this tenant, or reads it by adding nothing. */
export default async function countInCache({ name, by = 1 }: Input, ctx: Context) {
  const since = new Date().toISOString().slice(0, lengths[period] ?? 0);
  const key = `counter:${name}:${since}`;
  const count = ((await ctx.cache.get<number>(key)) ?? 0) + by;
  if (by !== 0) await ctx.cache.set(key, count, { ttlSeconds: keptDays * 86_400 });
  return { name, count, since: since === "" ? null : since };
}
