import { z } from "zod";
import { operation } from "../operation.ts";
import { listOf, page, pathId } from "../resources/fields.ts";
import { newTestCase, testCase } from "../resources/test-case.ts";

const params = z.strictObject({ functionId: pathId });
const authors = ["owner", "admin", "developer"] as const;
const shared = { tag: "Functions", scope: "project" } as const;

/** Saved inputs of a Function, with expectations. */
export const testCaseOperations = {
  listTestCases: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/:functionId/test-cases",
    summary: "List a Function's test cases",
    roles: "any",
    params,
    query: z.strictObject(page),
    response: listOf(testCase),
    status: 200,
    audit: null,
  }),
  createTestCase: operation({
    ...shared,
    method: "POST",
    path: "/api/functions/:functionId/test-cases",
    summary: "Save an input of a Function, with what is expected of it; at most 100 a Function",
    roles: authors,
    params,
    body: newTestCase,
    response: testCase,
    status: 201,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "test-case.create",
    idempotent: true,
  }),
  getTestCase: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/:functionId/test-cases/:testCaseId",
    summary: "Get a test case",
    roles: "any",
    params: params.extend({ testCaseId: pathId }),
    response: testCase,
    status: 200,
    audit: null,
  }),
  deleteTestCase: operation({
    ...shared,
    method: "DELETE",
    path: "/api/functions/:functionId/test-cases/:testCaseId",
    summary: "Delete a test case",
    roles: authors,
    params: params.extend({ testCaseId: pathId }),
    response: null,
    status: 204,
    audit: "test-case.delete",
    ifMatch: true,
  }),
};
