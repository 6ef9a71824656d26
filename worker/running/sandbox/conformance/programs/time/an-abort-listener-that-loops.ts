import type { Context } from "ferrule";

export default (_: unknown, ctx: Context) =>
  new Promise(() => {
    ctx.signal.addEventListener("abort", () => {
      while (true);
    });
  });
