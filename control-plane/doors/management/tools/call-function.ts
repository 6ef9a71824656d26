import { z } from "zod";
import { PublicError } from "@ferrule/contract/errors.ts";
import { functionNamed, functionSlug } from "./named.ts";
import { describeRun } from "./test-function.ts";
import { tool } from "./tool.ts";

/** Past every endpoint: what the console's test panel does, by the same operation. */
const testCall = "It was a test call, past every endpoint: no caller's key and no policy of an endpoint were tried.";

/** Calls what Development serves of a Function, as the console's test panel does. */
export const callFunction = tool({
  name: "call",
  title: "Test what is deployed",
  description:
    "Makes a test call of a Function as Development serves it, in the name of the person you work for, as the console's test panel does. It goes past every endpoint: callers' keys and policies are not tried. Starts a run of a durable Function. Needs a draft without undeployed changes.",
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
      return { status: started.status, run: started.id, next: `${testCall} executions shows its attempts.` };
    }
    if (served.development !== revision)
      throw new PublicError(
        "INVALID_STATE",
        "The draft has changes that Development does not serve. Deploy them, or use test_function.",
      );
    const body = { input, environment: "development" as const };
    return { ...describeRun(await client.testFunction({ params: { functionId }, body, signal })), next: testCall };
  },
});
