import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf, page } from "../resources/fields.ts";
import {
  changedTestCase,
  newTestCase,
  testCase,
  testCaseRequest,
  testCaseResult,
  testCaseResults,
  testCasesRequest,
} from "../resources/test-case.ts";

const authors = ["owner", "admin", "developer"] as const;
/** As for `testFunction`: only owners and admins may run a draft in Production. */
const runners = {
  roles: authors,
  rolesIn: { production: ["owner", "admin"] },
  transaction: "handler",
} as const;
const shared = { tag: "Functions", scope: "project", whenManaged: "allowed" } as const;

/** Saved inputs of a Function, with expectations. */
export const testCaseOperations = {
  listTestCases: operation({
    ...shared,
    method: "GET",
    path: "/api/functions/:functionId/test-cases",
    summary: "List a Function's test cases",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(testCase),
  }),
  createTestCase: operation({
    ...shared,
    method: "POST",
    path: "/api/functions/:functionId/test-cases",
    summary: "Save an input of a Function, with what is expected of it",
    description: "At most 100 a Function.",
    roles: authors,
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
    response: testCase,
  }),
  updateTestCase: operation({
    ...shared,
    method: "PATCH",
    path: "/api/functions/:functionId/test-cases/:testCaseId",
    summary: "Change a test case; a field that is left out stays",
    roles: authors,
    body: changedTestCase,
    response: testCase,
    errors: ["CONFLICT"],
    audit: "test-case.update",
    ifMatch: true,
  }),
  runTestCase: operation({
    ...shared,
    ...runners,
    method: "POST",
    path: "/api/functions/:functionId/test-cases/:testCaseId/run",
    summary: "Run the draft with a test case, and compare the result",
    body: testCaseRequest.prefault({}),
    response: testCaseResult,
    errors: ["TIMEOUT", "OVERLOADED"],
    audit: "test-case.run",
  }),
  runTestCases: operation({
    ...shared,
    ...runners,
    method: "POST",
    path: "/api/functions/:functionId/test-cases/run",
    summary: "Run the draft with all test cases of an environment",
    description: "And compare the results.",
    body: testCasesRequest.prefault({}),
    response: testCaseResults,
    audit: "test-case.run",
  }),
  deleteTestCase: operation({
    ...shared,
    method: "DELETE",
    path: "/api/functions/:functionId/test-cases/:testCaseId",
    summary: "Delete a test case",
    roles: authors,
    response: null,
    audit: "test-case.delete",
    ifMatch: true,
  }),
};
