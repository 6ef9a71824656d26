import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  await ctx.progress(1, 2, "x".repeat(70e6));
  return "done";
};
