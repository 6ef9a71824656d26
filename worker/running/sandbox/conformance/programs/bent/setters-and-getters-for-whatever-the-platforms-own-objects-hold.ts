import type { Context } from "ferrule";

for (const name of [
  "op",
  "name",
  "json",
  "bytes",
  "asked",
  "resolve",
  "reject",
  "done",
  "total",
  "kind",
  "text",
  "head",
  "status",
  "0",
  "1",
  "2",
  "3",
  "value",
])
  Object.defineProperty(Object.prototype, name, {
    configurable: true,
    get() {
      return "bent";
    },
    set() {
      throw new Error("set");
    },
  });

export default async (_: unknown, ctx: Context) => {
  await ctx.progress(1, 2);
  return await ctx.cache.get("k").catch((e) => e.code);
};
