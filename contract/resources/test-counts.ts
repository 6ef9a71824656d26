import { z } from "zod";

export const testCounts = z.object({
  passed: z.number().int(),
  /** Failed tests, and files that did not build or did not run to their end. The run passed if it is 0. */
  failed: z.number().int(),
  skipped: z.number().int(),
});
export type TestCounts = z.infer<typeof testCounts>;
