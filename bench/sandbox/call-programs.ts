import type { Sandbox } from "@ferrule/worker/running/sandbox/sandbox.ts";
import { measure, type Figures } from "./measure.ts";
import { programs } from "./programs.ts";

/** Calls each program in turn, this many at once, and checks every response. */
export async function callPrograms(sandbox: Sandbox, concurrency: number): Promise<Record<string, Figures>> {
  const figures: Record<string, Figures> = {};
  for (const [name, invocation] of Object.entries(programs)) {
    figures[name] = await measure(async () => {
      const { outcome } = await sandbox.invoke(invocation);
      if (outcome.kind !== "returned" || outcome.outputJson !== invocation.inputJson)
        throw new Error(`wrong answer: ${JSON.stringify(outcome).slice(0, 300)}`);
    }, concurrency);
  }
  return figures;
}
