import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  for (const name of [
    "Uint8Array",
    "Number",
    "String",
    "Promise",
    "Map",
    "Array",
    "Object",
    "JSON",
    "Reflect",
    "Error",
  ])
    (globalThis as Record<string, unknown>)[name] = function () {
      return { byteLength: "x", length: -1, get: 1 };
    };
  await ctx.progress(1, 2, 3 as never);
  return await ctx.cache.get("k").catch((e) => e.code);
};
