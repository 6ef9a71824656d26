import type { Config, RunContext } from "ferrule";

export const config = { run: "durable" } satisfies Config;

/** Rests for some seconds, then computes. */
export default async function slowCompute({ seconds }: { seconds: number; label?: string }, ctx: RunContext) {
  if (seconds > 0) await ctx.sleep("rest", seconds * 1_000);
  return `Computed for ${seconds} seconds`;
}
