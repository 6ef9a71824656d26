import { identifier } from "@ferrule/kit/identifier.ts";
import { draftRun, type DraftRun } from "../functions/running/run-draft.ts";
import type { FunctionRow } from "../functions/queries/functions.ts";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { JobPayloads } from "../../ground/store/tables/jobs.ts";
import type { TestCaseRow } from "./queries.ts";

/** A test case with the order for a worker to run it. */
export interface PreparedRun {
  testCase: TestCaseRow;
  payload: JobPayloads["test"];
}

/** Prepares a run of each test case with the same draft: the saved one, which it reads once, or an unsaved text. */
export async function prepareRuns(
  app: Pick<App, "dependents">,
  scope: ProjectScope,
  row: FunctionRow,
  testCases: readonly TestCaseRow[],
  by: Pick<DraftRun, "actor" | "requestId" | "environment" | "source">,
): Promise<PreparedRun[]> {
  if (testCases.length === 0) return [];
  const common = await draftRun(app, scope, row, { ...by, tenantId: "default", input: null });
  return testCases.map((testCase) => ({
    testCase,
    payload: { ...common, executionId: identifier("exe"), input: testCase.input },
  }));
}
