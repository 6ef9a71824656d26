import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  Object.defineProperty(Object.prototype, "then", {
    configurable: true,
    get() {
      throw new Error("then");
    },
  });
  try {
    await ctx.progress(1);
    return "done";
  } finally {
    delete Object.prototype.then;
  }
};
