import type { Context } from "ferrule";

export default (_: unknown, ctx: Context) => {
  for (let n = 0; n < 1e5; n++) ctx.log.info("line " + n);
  return "done";
};
