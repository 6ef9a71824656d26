// Why: docs/decisions/tests-in-the-sandbox.md
import type { TestKit } from "./test-kit.ts";
import { openCalls, type TestedFacts } from "./call.ts";
import { readCounters } from "./counters.ts";
import { runFile, type FileWish } from "./run-file.ts";

export { call } from "./call.ts";
export { expect } from "./expect/expect.ts";
export { afterEach, beforeEach, describe, test, test as it } from "./registry.ts";

interface Input extends FileWish {
  tested: TestedFacts;
}

/** The handler of a program of tests, which runs the tests that have been registered. */
export const open =
  (tested: { default?: unknown }) =>
  async (input: Input, { tests }: { tests: TestKit }): Promise<unknown> => {
    openCalls(tests, tested.default, input.tested);
    await runFile(tests, input);
    return { counters: readCounters() };
  };
