import type { HttpContext } from "ferrule";

const piece = new Uint8Array(1e6);

export default (_: unknown, ctx: HttpContext) =>
  ctx.http.stream(
    (function* () {
      for (;;) yield piece;
    })(),
  );
