import { revise, rowsWithin } from "../../ground/store/rows/rows-of.ts";
import { holdFunction } from "../functions/queries/drafts.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Selectable } from "kysely";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { TestCasesTable } from "../../ground/store/tables/test-cases.ts";
import { orderedJson } from "../../ground/store/json.ts";

const testCases = rowsWithin("testCases", "functionId");
export const { find: findTestCase, lock: lockTestCase, remove: removeTestCase } = testCases;

export type TestCaseRow = Selectable<TestCasesTable>;

/**
 * Counts a Function's test cases and locks the Function, so that nobody else adds one until the transaction ends.
 * Undefined when there is no such Function.
 */
export async function lockTestCasesOf(scope: ProjectScope, functionId: string): Promise<{ count: number } | undefined> {
  if (!(await holdFunction(scope, functionId))) return undefined;
  // A separate statement, so that it sees the rows that others committed while the first one waited for the lock.
  return scope.tx
    .selectFrom("testCases")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", scope.projectId)
    .where("functionId", "=", functionId)
    .executeTakeFirstOrThrow();
}

export type NewTestCase = Pick<TestCaseRow, "functionId" | "name" | "environment" | "input" | "expect">;

/** Fails with `test_cases_name_taken` when the Function has one of this name. */
export const insertTestCase = (scope: ProjectScope, { input, expect, ...given }: NewTestCase): Promise<TestCaseRow> =>
  testCases.insert(scope, {
    ...given,
    id: identifier("tcs"),
    input: orderedJson(input),
    expect: expect === null ? null : orderedJson(expect),
  });

/** Up to `limit + 1` test cases of a Function, newest first. */
export const listTestCaseRows = (
  scope: ProjectScope,
  functionId: string,
  limit: number,
  before: string | undefined,
): Promise<TestCaseRow[]> => testCases.newest(scope, { functionId }, limit, before);

/** Fails with `test_cases_name_taken` when another test case of the Function has the new name. */
export const changeTestCase = (
  scope: ProjectScope,
  id: string,
  { input, expect, ...changes }: Partial<NewTestCase>,
): Promise<TestCaseRow> =>
  revise(scope, "testCases", id, {
    ...changes,
    ...(input === undefined ? {} : { input: orderedJson(input) }),
    ...(expect === undefined ? {} : { expect: expect === null ? null : orderedJson(expect) }),
  });

/** All test cases of a Function in an environment, oldest first. */
export const listTestCasesIn = (
  scope: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<TestCaseRow[]> => testCases.list(scope, { functionId, environment });

/** The names of a Function's test cases in every environment, sorted. There are at most 100. */
export async function listTestCaseNames({ tx, projectId }: ProjectScope, functionId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("testCases")
    .select("name")
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}
