import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) => {
  Object.prototype.toJSON = Array.prototype.toJSON = () => null;
  return ctx.http.respond({ status: 201, headers: { "x-a": ["b", "c"] }, body: "fine" });
};
