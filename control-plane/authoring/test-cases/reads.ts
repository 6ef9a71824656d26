import { findFunction } from "../functions/queries/functions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { listTestCaseRows, findTestCase } from "./queries.ts";
import { toTestCase } from "./to-test-case.ts";

/** A Function's test cases, newest first. */
export const listTestCases: Handlers["listTestCases"] = async ({ scope, params, query }) => {
  const list = `test-cases:${scope.projectId}:${params.functionId}`;
  const before = decodeCursor(query.cursor, list)?.[0];
  const { id: functionId } = found(await findFunction(scope, params.functionId));
  const rows = await listTestCaseRows(scope, functionId, query.limit, before);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: page.items.map(toTestCase), nextCursor: page.nextCursor };
};

export const getTestCase: Handlers["getTestCase"] = async ({ scope, params }) =>
  toTestCase(found(await findTestCase(scope, params.functionId, params.testCaseId)));
