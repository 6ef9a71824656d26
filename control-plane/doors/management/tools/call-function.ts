import { z } from "zod";
import { PublicError } from "@ferrule/contract/errors.ts";
import { functionNamed, functionSlug } from "./named.ts";
import { describeRun } from "./test-function.ts";
import { tool } from "./tool.ts";

/** Calls what Development serves of a Function. */
export const callFunction = tool({
  name: "call",
  title: "Call what is deployed",
  description:
    "Calls a Function as Development serves it, as the person whose token you have; starts a run of a durable one. Needs a draft without undeployed changes. Callers' own keys and policies are not tried.",
  scope: "write",
  hints: { readOnlyHint: false, destructiveHint: true },
  input: z.strictObject({ function: functionSlug, arguments: z.json().default({}) }),
  output: { status: z.string(), execution: z.string(), run: z.string() },
  run: async ({ client, signal }, { function: name, arguments: input }) => {
    const { id: functionId, served, revision, run } = await functionNamed(client, name);
    if (served.development === null)
      throw new PublicError("NOT_DEPLOYED", "Development does not serve this Function. Deploy it first.");
    if (run === "durable") {
      const started = await client.startRun({ body: { functionId, input, environment: "development" } });
      return { status: started.status, run: started.id, next: "executions shows its attempts." };
    }
    if (served.development !== revision)
      throw new PublicError(
        "INVALID_STATE",
        "The draft has changes that Development does not serve. Deploy them, or use test_function.",
      );
    const body = { input, environment: "development" as const };
    return describeRun(await client.testFunction({ params: { functionId }, body, signal }));
  },
});
