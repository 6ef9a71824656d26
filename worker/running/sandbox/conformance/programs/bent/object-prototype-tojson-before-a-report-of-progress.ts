import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  Object.prototype.toJSON = () => null;
  await ctx.progress(1, 2, "half");
  delete Object.prototype.toJSON;
  return "done";
};
