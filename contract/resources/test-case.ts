import { z } from "zod";
import { executionStatuses } from "../states.ts";
import { environment, givenName, id, jsonValue, name, owned } from "./fields.ts";
import { source, testAnswer } from "./function.ts";

/** The most test cases of a Function, and the longest input or expected output as JSON, in characters. */
export const mostTestCases = 100;
const longestJson = 65_536;

const kept = jsonValue.refine((value) => JSON.stringify(value).length <= longestJson, "must be at most 64 KiB as JSON");

/** Without `output`, any result of the Function is fine. */
const given = z.strictObject({ status: z.enum(executionStatuses), output: kept.optional() });

/** A saved input of a Function, and the expected result of a run with it. */
export const testCase = z.object({
  ...owned("tcs"),
  functionId: id("fn"),
  name,
  input: z.unknown(),
  environment,
  expect: z.object({ status: z.enum(executionStatuses), output: z.unknown().optional() }).nullable(),
});
export type TestCase = z.infer<typeof testCase>;

export const newTestCase = z.strictObject({
  name: givenName,
  input: kept,
  environment: environment.default("development"),
  expect: given.nullable().default(null),
});

export const changedTestCase = z.strictObject({
  name: givenName.optional(),
  input: kept.optional(),
  environment: environment.optional(),
  expect: given.nullable().optional(),
});

/** The source to run instead of the saved draft. */
export const testCaseRequest = z.strictObject({ source: source.optional() });

/** The test cases of one environment, run with the saved draft or an unsaved text. */
export const testCasesRequest = testCaseRequest.extend({ environment: environment.default("development") });

/**
 * A run of a test case. `difference` is null if the result matched, otherwise a sentence about the difference.
 */
export const testCaseResult = z.object({
  testCaseId: id("tcs"),
  name,
  passed: z.boolean(),
  difference: z.string().nullable(),
  /** Null when it could not be run. */
  run: testAnswer.nullable(),
});
export type TestCaseResult = z.infer<typeof testCaseResult>;

export const testCaseResults = z.object({
  passed: z.int(),
  failed: z.int(),
  items: z.array(testCaseResult),
});
