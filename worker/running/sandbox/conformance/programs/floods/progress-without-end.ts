import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  for (let n = 0; n < 1e4; n++) await ctx.progress(n);
  return "done";
};
