import type { Context } from "ferrule";

/** Logs to its execution, and to nobody else. */
export default async function loggingTool(_input: {}, ctx: Context) {
  ctx.log.info("logged");
  return "logged";
}
