import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  let seen = 0;
  Object.defineProperty(Promise.prototype, "constructor", {
    get() {
      seen += 1;
      throw new Error("no");
    },
  });
  try {
    await ctx.progress(1);
  } catch {}
  return "done";
};
