import type { Config, RunContext } from "ferrule";

export const config = { run: "durable" } satisfies Config;

/** Fails with an error that nobody expects. */
export default async function protocolErrorJob(_input: {}, ctx: RunContext): Promise<never> {
  await ctx.sleep("rest", 1_000);
  throw new Error("panic");
}
