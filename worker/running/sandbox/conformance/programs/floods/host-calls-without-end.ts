import type { Context } from "ferrule";

export default async (_: unknown, ctx: Context) => {
  const a = [];
  for (let n = 0; n < 2e3; n++) a.push(ctx.secrets.get("A"));
  await Promise.all(a);
};
