import type { testedFunction } from "../internal/jobs.ts";
import type { z } from "zod";
import type { TestCounts } from "./test-counts.ts";

type File = Pick<z.infer<typeof testedFunction>, "diagnostics" | "error" | "tests">;

/** How many tests passed, failed and were skipped. A file that did not build or did not run to its end failed too. */
export function countTests(files: readonly File[]): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { diagnostics, error, tests } of files) {
    if (error !== null || diagnostics.some(({ severity }) => severity === "error")) counts.failed += 1;
    for (const { status } of tests) counts[status] += 1;
  }
  return counts;
}
