import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) => ctx.http.respond({ headers: { "x-y": "y".repeat(70e6) } });
