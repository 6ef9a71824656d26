import type { testedFunction } from "@ferrule/contract/internal/jobs.ts";
import type { z } from "zod";

type TestedFunction = z.infer<typeof testedFunction>;

/** How many characters the outcomes of a run take in whole, and how many without their logs and stacks. */
const most = { whole: 6 * 1_048_576, short: 10 * 1_048_576 };
const shortMessage = 300;

function shortened(one: TestedFunction): TestedFunction {
  const tests = one.tests.map((test) => {
    if (test.error === null) return { ...test, logs: [] };
    const { code, message, line, column } = test.error;
    return { ...test, logs: [], error: { code, message: message.slice(0, shortMessage), stack: null, line, column } };
  });
  return { ...one, tests };
}

/**
 * Bounds the outcomes of one run, which are sent and stored together. Later ones lose their logs and stacks. When even
 * that is too much, the rest only say so, and count as failed.
 */
export function createOutcomeBound(): (one: TestedFunction) => TestedFunction {
  let chars = 0;
  const fits = (one: TestedFunction, limit: number): boolean => {
    const length = JSON.stringify(one).length;
    if (chars + length > limit) return false;
    chars += length;
    return true;
  };
  return (one) => {
    if (fits(one, most.whole)) return one;
    const short = shortened(one);
    if (fits(short, most.short)) return short;
    const message =
      "The outcomes of the run are too large together, so this one is left out. Test fewer Functions at once.";
    const error = { code: "RUN_TOO_LARGE", message, stack: null, line: null, column: null };
    return { ...one, diagnostics: [], tests: [], coverage: null, error };
  };
}
