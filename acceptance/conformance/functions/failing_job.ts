import { FunctionError, type Config, type RunContext } from "ferrule";

export const config = { run: "durable" } satisfies Config;

/** Fails after a second. */
export default async function failingJob(_input: {}, ctx: RunContext): Promise<never> {
  await ctx.sleep("rest", 1_000);
  throw new FunctionError("INTENTIONAL", "This job intentionally fails");
}
