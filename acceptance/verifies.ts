import { getTestContext } from "node:test";
import type { RequirementId } from "./requirements.ts";

/**
 * Claims in a test that it verifies these requirements. The claim counts only if the test runs and passes: then the
 * test reports it. `npm test` fails if no test reports a claim in the source. `coverage.test.ts` compares the claims in
 * the source with the specification.
 */
export function verifies(...ids: RequirementId[]): void {
  const test = getTestContext();
  if (test === undefined || !("after" in test))
    throw new Error("verifies() belongs into a test; a hook proves nothing");
  test.after(() => {
    if (test.passed) test.diagnostic(`verifies ${ids.join(" ")}`);
  });
}
