import type { HttpContext } from "ferrule";

export default (_: unknown, ctx: HttpContext) =>
  ctx.http.stream({
    [Symbol.iterator]: () => ({
      next: () => ({ value: {} as string }),
      return() {
        throw new Error("never");
      },
    }),
  });
