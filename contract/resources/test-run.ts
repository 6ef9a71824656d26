import { z } from "zod";
import { testedFunction } from "../internal/jobs.ts";
import { coverage } from "../internal/test-outcome.ts";
import { source, testsText } from "./function.ts";
import { slug, text } from "./fields.ts";
import { testCounts } from "./test-counts.ts";
import { projectSource } from "./project-source.ts";

const testedFile = testedFunction.omit({ id: true }).extend({ slug: z.string() });

/** The outcome of the tests of a Project's Functions. */
export const testRun = z.object({
  ...testCounts.shape,
  durationMs: z.number(),
  /** The Functions that have tests, by slug. With `bail`, those after the first failure are missing. */
  functions: z.array(testedFile),
  /** With `coverage`: of each `lib/` module that a tested Function imports, by all test files together. */
  libraries: z.array(z.strictObject({ name: z.string(), coverage })),
});
export type TestRun = z.infer<typeof testRun>;

/** A text to test instead of the one in `source` or in the drafts. */
const editedTexts = z.strictObject({ slug, source: source.optional(), tests: testsText.optional() });

export const testRunRequest = z.strictObject({
  /** Tested as if it had been pushed. Left out: the Project's drafts as they are. */
  source: projectSource.optional(),
  /** Unsaved texts of an editor. */
  edited: z.array(editedTexts).max(100).default([]),
  /** Only the tests of these Functions, by slug. */
  functions: z.array(slug).max(10_000).optional(),
  /** Only tests with this text in their names, joined with ` > `; upper and lower case are the same. */
  name: text(500).optional(),
  coverage: z.boolean().default(false),
  /** Whether the run ends with the first failure. */
  bail: z.boolean().default(false),
});
