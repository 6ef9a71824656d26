import { z } from "zod";
import { executionStatuses } from "../states.ts";
import { environment, givenName, id, jsonValue, name, owned } from "./fields.ts";

/** How many a Function may have, and how long an input or an expected output may be as JSON, in characters. */
export const mostTestCases = 100;
const longestJson = 65_536;

const kept = jsonValue.refine((value) => JSON.stringify(value).length <= longestJson, "must be at most 64 KiB as JSON");

/** Without `output`, whatever the Function returns will do. */
const given = z.strictObject({ status: z.enum(executionStatuses), output: kept.optional() });

/** A saved input of a Function, and what a run with it is expected to return. It is deleted and made again, never changed. */
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
