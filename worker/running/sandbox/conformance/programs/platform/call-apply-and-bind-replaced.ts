import type { Context } from "ferrule";

const stolen: unknown[] = [];
Function.prototype.call = function () {
  stolen.push(this);
};
Function.prototype.apply = Function.prototype.call;
Function.prototype.bind = Function.prototype.call;

export default async (_: unknown, ctx: Context) => {
  ctx.log.info("a");
  await new Promise((r) => setTimeout(r, 1));
  return stolen.length;
};
