import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  Object.prototype.toJSON = () => "x".repeat(70e6);
  await ctx.progress(1, 2);
  delete Object.prototype.toJSON;
  return "done";
};
