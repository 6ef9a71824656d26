import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  for (const name of ["get", "set"]) (Object.prototype as Record<string, unknown>)[name] = () => "bent";
  const said = await ctx.cache.get("k").catch((e) => e.code);
  return said;
};
