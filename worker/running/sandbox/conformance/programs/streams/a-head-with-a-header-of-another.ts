import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) => {
  const r = ctx.http.stream(["x"]);
  Headers.prototype.get = () => "a\r\nb: c";
  return r;
};
