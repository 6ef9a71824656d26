import { findFunction } from "../functions/queries/functions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { found } from "../../ground/handler/not-found.ts";
import { listTestCaseRows, findTestCase } from "./queries.ts";
import { toTestCase } from "./to-test-case.ts";

/** A Function's test cases, newest first. */
export const listTestCases: Handlers["listTestCases"] = async ({ scope, params, query }) => {
  const { id: functionId } = found(await findFunction(scope, params.functionId));
  return newestPage(
    query,
    `test-cases:${scope.projectId}:${functionId}`,
    (...page) => listTestCaseRows(scope, functionId, ...page),
    (rows) => rows.map(toTestCase),
  );
};

export const getTestCase: Handlers["getTestCase"] = async ({ scope, params }) =>
  toTestCase(found(await findTestCase(scope, params.functionId, params.testCaseId)));
