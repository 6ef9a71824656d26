import type { Context } from "ferrule";

export default (_: unknown, ctx: Context) => {
  ctx.log.info(
    "x",
    new Proxy(
      {},
      {
        ownKeys() {
          for (;;);
        },
      },
    ),
  );
  return "done";
};
