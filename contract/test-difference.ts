import type { z } from "zod";
import { canonicalJson } from "./json/canonical-json.ts";
import type { testAnswer } from "./resources/function.ts";
import type { TestCase } from "./resources/test-case.ts";
import { sameJson } from "./json/same-json.ts";

const told = (value: unknown): string => (value === undefined ? "nothing" : canonicalJson(value)).slice(0, 300);

/**
 * Null for a run with the expected result, otherwise a sentence about the difference. Without an expectation, any
 * success passes. The order of an object's keys does not count.
 */
export function testDifference(
  expect: TestCase["expect"],
  answer: Pick<z.infer<typeof testAnswer>, "status" | "output" | "error">,
): string | null {
  const status = expect?.status ?? "succeeded";
  if (answer.status !== status) {
    const why = answer.error === null ? "." : `: ${answer.error.message}`;
    return `It ${answer.status.replace("_", " ")} where ${status.replace("_", " ")} was expected${why}`;
  }
  if (expect?.output === undefined || sameJson(expect.output, answer.output)) return null;
  return `It returned ${told(answer.output)} where ${told(expect.output)} was expected.`;
}
