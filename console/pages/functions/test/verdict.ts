import type { ItemOf } from "../../../api/use-operation.ts";
import type { TestAnswer } from "./run-test.ts";

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? "nothing";

/**
 * `passed`, or a sentence on how the result differs from what was expected. Without an expectation, any success passes.
 */
export function verdictOf(
  expect: ItemOf<"listTestCases">["expect"],
  answer: Pick<TestAnswer, "status" | "output" | "error">,
): string {
  const status = expect?.status ?? "succeeded";
  if (answer.status !== status) {
    const why = answer.error === null ? "" : `: ${answer.error.message}`;
    return `It ${answer.status.replace("_", " ")} where ${status.replace("_", " ")} was expected${why}`;
  }
  if (expect?.output === undefined || sorted(expect.output) === sorted(answer.output)) return "passed";
  return `It returned ${sorted(answer.output).slice(0, 300)} where ${sorted(expect.output).slice(0, 300)} was expected.`;
}
