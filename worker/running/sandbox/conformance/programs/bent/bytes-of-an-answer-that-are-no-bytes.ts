import type { HttpContext } from "ferrule";

const Real = Uint8Array;

export default (_: unknown, ctx: HttpContext) => {
  globalThis.Uint8Array = function (n: unknown) {
    return typeof n === "number" ? { byteLength: 1e9, length: 1e9 } : new Float64Array(9);
  } as never;
  try {
    return ctx.http.respond({ status: 200 });
  } finally {
    globalThis.Uint8Array = Real;
  }
};
