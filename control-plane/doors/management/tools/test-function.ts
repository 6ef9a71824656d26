import { z } from "zod";
import type { testAnswer } from "@ferrule/contract/resources/function.ts";
import { executionStatuses } from "@ferrule/contract/states.ts";
import { codeOf } from "../answers/code-of.ts";
import { untrusted } from "../answers/untrusted.ts";
import { functionNamed, functionSlug } from "./named.ts";
import { tool, type ToolAnswer, type ToolScene } from "./tool.ts";

const input = z.strictObject({
  function: functionSlug,
  input: z.json().optional().describe("Runs the draft once with it. Left out: runs all saved test cases."),
  save_as: z.string().min(1).max(120).optional().describe("Also saves the input as a test case of this name."),
  expect: z
    .strictObject({ status: z.enum(executionStatuses).default("succeeded"), output: z.json().optional() })
    .optional()
    .describe("With save_as: the result that the test case expects."),
});
type Input = z.output<typeof input>;

/** The outcome of one run, as an agent reads it. */
export function describeRun({ executionId, status, output, error, logs, durationMs }: z.output<typeof testAnswer>) {
  const { plain, theirs } = codeOf(error);
  const stack = error?.stack?.split("\n").slice(0, 4).join("\n");
  return {
    status,
    execution: executionId,
    ms: durationMs,
    ...plain,
    ...untrusted({
      output,
      ...(error === null ? {} : { error: { ...theirs, message: error.message, stack } }),
      logs: logs.slice(-15).map(({ level, message }) => `${level}: ${message}`),
    }),
  };
}

async function save(
  { client }: ToolScene,
  functionId: string,
  { input: given = null, save_as: name = "", expect }: Input,
) {
  const params = { functionId };
  const { items } = await client.listTestCases({ params, query: { limit: 200 } });
  const known = items.find((one) => one.name === name);
  const body = { name, input: given, expect: expect ?? null };
  if (known === undefined) await client.createTestCase({ params, body });
  else {
    const headers = { "if-match": `"${known.revision}"` };
    await client.updateTestCase({ params: { functionId, testCaseId: known.id }, body, headers });
  }
}

async function runAll({ client, signal }: ToolScene, functionId: string): Promise<ToolAnswer> {
  const { passed, failed, items } = await client.runTestCases({ params: { functionId }, body: {}, signal });
  const red = items.filter((one) => !one.passed).slice(0, 5);
  return {
    passed,
    failed,
    ...untrusted({
      failures: red.map(({ name, difference, run }) => ({
        name,
        difference,
        output: run?.output,
        error: run?.error?.message,
      })),
    }),
    next:
      failed === 0
        ? passed === 0
          ? "There are no test cases. Send input and save_as to make one."
          : undefined
        : "Mend the Function, or the test case with save_as.",
  };
}

/** Runs a saved draft in Development. */
export const testFunction = tool({
  name: "test_function",
  title: "Run a draft or its tests",
  description:
    "Runs a saved draft in Development with an input, or all its test cases. save_as and expect keep the input as a test case.",
  scope: "write",
  hints: { readOnlyHint: false, destructiveHint: false },
  input,
  output: { status: z.string(), execution: z.string(), passed: z.int(), failed: z.int() },
  run: async (scene, given) => {
    const { id: functionId } = await functionNamed(scene.client, given.function);
    if (given.save_as !== undefined && given.input !== undefined) await save(scene, functionId, given);
    if (given.input === undefined || given.save_as !== undefined) return runAll(scene, functionId);
    const body = { input: given.input, environment: "development" as const };
    const { client, signal } = scene;
    const answer = await client.testFunction({ params: { functionId }, body, signal });
    return {
      ...describeRun(answer),
      next: answer.error === null ? undefined : "explain_error says what its code means.",
    };
  },
});
