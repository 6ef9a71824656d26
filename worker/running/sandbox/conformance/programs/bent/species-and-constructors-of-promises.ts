import type { Context } from "ferrule";

class Bent extends Promise<unknown> {
  static get [Symbol.species](): never {
    throw new Error("species");
  }
}
Object.defineProperty(Promise, Symbol.species, { value: Bent });
Promise.prototype.constructor = Bent;

export default async (_: unknown, ctx: Context) => {
  await ctx.progress(1);
  return "done";
};
