import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) => ctx.http.events([{ data: 1, id: "1\n\ndata: forged" }]);
