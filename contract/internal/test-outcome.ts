import { z } from "zod";
import { logEntry } from "./execution.ts";

/** Why a test failed, or why a file could not go on. Everything in it is masked. */
export const testError = z.strictObject({
  /** `ASSERTION`, `TEST_FAILED`, `TEST_TIMEOUT`; of a file: `FILE_FAILED`, `FILE_TIMEOUT`, `FILE_MEMORY`, … */
  code: z.string(),
  message: z.string(),
  /** Source-mapped, with `<slug>.test.ts` for the test file and `<slug>.ts` for the Function. */
  stack: z.string().nullable(),
  /** The place in the test file, 1-based; null when no frame of the stack is in it. */
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  /** For a comparison: both values as text of several lines, to be compared line by line. */
  expected: z.string().optional(),
  actual: z.string().optional(),
});

export const testOutcome = z.strictObject({
  /** The names of the `describe`s around it, then its own. */
  name: z.array(z.string()),
  status: z.enum(["passed", "failed", "skipped"]),
  durationMs: z.number(),
  error: testError.nullable(),
  /** What the test and the Function wrote during it, masked. */
  logs: z.array(logEntry),
});

const counted = { total: z.number().int(), covered: z.number().int() };
export const coverage = z.strictObject({
  /**
   * Lines with a statement. `uncovered` has the numbers of those that no test reached, `reached` all others. Both are in
   * the order of the lines. `times` is how often the line's most frequent statement began.
   */
  lines: z.strictObject({
    ...counted,
    uncovered: z.array(z.number().int()),
    reached: z.array(z.strictObject({ line: z.number().int(), times: z.number().int() })),
  }),
  branches: z.strictObject(counted),
  functions: z.strictObject(counted),
});

/** The outcome of one test file. It passed if it has no `error` and none of its tests failed. */
export const fileOutcome = z.strictObject({
  /** Why the file did not run to its end. The tests that had ended by then are there. */
  error: testError.nullable(),
  /** In the order in which they ran. */
  tests: z.array(testOutcome),
  /** Of the Function's own file; null when it was not requested, or the file did not run to its end. */
  coverage: coverage.nullable(),
});
