import { testDifference } from "@ferrule/contract/test-difference.ts";
import type { TestCaseResult } from "@ferrule/contract/resources/test-case.ts";
import type { App } from "../../ground/app.ts";
import { runDraft } from "../functions/running/run-draft.ts";
import type { PreparedRun } from "./prepare-runs.ts";

/** Has a worker run a test case, and compares the result. @throws what `runDraft` throws when the run is impossible */
export async function runPrepared(
  app: App,
  projectId: string,
  { testCase, payload }: PreparedRun,
  signal: AbortSignal,
): Promise<TestCaseResult> {
  const run = await runDraft(app, projectId, payload, { signal });
  const difference = testDifference(testCase.expect, run);
  return { testCaseId: testCase.id, name: testCase.name, passed: difference === null, difference, run };
}
