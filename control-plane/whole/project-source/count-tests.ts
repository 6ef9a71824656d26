import type { TestRun } from "@ferrule/contract/resources/test-run.ts";

type File = Pick<TestRun["functions"][number], "diagnostics" | "error" | "tests">;
export type TestCounts = Pick<TestRun, "passed" | "failed" | "skipped">;

/** How many tests passed, failed and were skipped. A file that did not build or did not run to its end failed too. */
export function countTests(files: readonly File[]): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { diagnostics, error, tests } of files) {
    if (error !== null || diagnostics.some(({ severity }) => severity === "error")) counts.failed += 1;
    for (const { status } of tests) counts[status] += 1;
  }
  return counts;
}
