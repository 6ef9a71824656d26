import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) => {
  const piece = new Uint8Array(30e6);
  Object.defineProperty(piece, "byteLength", { value: 0 });
  Object.defineProperty(piece, "slice", { value: () => "no bytes" });
  return ctx.http.stream([piece]);
};
