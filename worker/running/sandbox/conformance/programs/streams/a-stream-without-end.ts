import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) =>
  ctx.http.stream(
    (function* () {
      for (;;) yield "x";
    })(),
  );
