import type { Context } from "ferrule";

/** Tells its progress, then answers. */
export default async function toolWithProgress(_input: {}, ctx: Context) {
  for (const done of [0, 50, 100]) {
    await ctx.progress(done, 100);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "done";
}
