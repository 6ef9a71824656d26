import { findFunction } from "../functions/queries/functions.ts";
import { requireSaved } from "../functions/require-saved.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { prepareRuns, type PreparedRun } from "./prepare-runs.ts";
import { findTestCase } from "./queries.ts";
import { runPrepared } from "./run-prepared.ts";

/** Runs the draft with a test case in its environment, as `testFunction` does, and says whether the result is as expected. */
export const runTestCase: Handlers["runTestCase"] = async (context) => {
  const { app, projectId, params, body, actor, operation, requestId, signal } = context;
  let prepared: PreparedRun | undefined;
  await context.write(async (scope) => {
    const testCase = found(await findTestCase(scope, params.functionId, params.testCaseId));
    const { environment, functionId } = testCase;
    requireRoleIn(operation, environment, actor);
    requireSaved(environment, body.source);
    const row = found(await findFunction(scope, params.functionId));
    [prepared] = await prepareRuns(app, scope, row, [testCase], { actor, requestId, environment, source: body.source });
    const changes = { functionId, environment, saved: body.source === undefined || body.source === row.source };
    return { answer: undefined, audit: { kind: "test-case", id: testCase.id, name: testCase.name, changes } };
  });
  return runPrepared(app, projectId, found(prepared), signal);
};
