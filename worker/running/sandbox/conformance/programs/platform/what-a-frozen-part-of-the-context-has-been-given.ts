import type { Context } from "ferrule";

export default (_: unknown, ctx: Context) => {
  const tried: string[] = [];
  for (const part of [ctx.secrets, ctx.cache, ctx.log, ctx.caller]) {
    try {
      ("use strict");
      (part as { mine?: number }).mine = 1;
      tried.push("kept");
    } catch (e) {
      tried.push(e.name);
    }
  }
  return tried;
};
