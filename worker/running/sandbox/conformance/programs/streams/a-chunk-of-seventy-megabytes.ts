import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) => ctx.http.stream([new Uint8Array(70e6)]);
