import type { HttpContext } from "ferrule";

Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), "byteLength", { get: () => 0 });
Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), "length", { get: () => 0 });

export default (_: unknown, ctx: HttpContext) => ctx.http.respond({ body: "x".repeat(8e6) });
