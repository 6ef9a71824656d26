import { FunctionError, type Context } from "ferrule";

for (const one of [Object, Array, String, Number, Function]) one.prototype.toJSON = () => ({ forged: true });

export default async (_: unknown, ctx: Context) => {
  await ctx.progress(1, 2);
  ctx.log.info("said", { a: 1 });
  console.log("said", [1]);
  await ctx.cache.get("k").catch(() => 0);
  await fetch("http://127.0.0.1:1/", { headers: { a: "b" } }).catch(() => 0);
  throw new FunctionError("MINE", "as it was written", { status: 418, details: { a: 1 } });
};
