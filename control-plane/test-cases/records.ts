import type { TestCase } from "@ferrule/contract/resources/test-case.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import type { ProjectScope } from "../store/scope.ts";

type Json<T> = ColumnType<T, T, never>;

interface TestCasesTable {
  id: string;
  projectId: string;
  functionId: string;
  name: string;
  environment: Environment;
  input: Json<unknown>;
  expect: Json<TestCase["expect"]>;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, never>;
  revision: Generated<number>;
}

export interface TestCaseTables {
  testCases: TestCasesTable;
}

export type TestCaseRow = Selectable<TestCasesTable>;

const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::text::json`;

/** How many a Function has; until the transaction ends, nobody else adds one. Undefined without such a Function. */
export async function lockTestCasesOf(
  { tx, projectId }: ProjectScope,
  functionId: string,
): Promise<{ count: number } | undefined> {
  const locked = await tx
    .selectFrom("functions")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "=", functionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) return undefined;
  // A statement of its own: it sees what was committed while the lock was waited for.
  return tx
    .selectFrom("testCases")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .executeTakeFirstOrThrow();
}

export type NewTestCase = Pick<TestCaseRow, "functionId" | "name" | "environment" | "input" | "expect">;

/** Fails with `test_cases_name_taken` when the Function has one of this name. */
export const insertTestCase = (
  { tx, projectId }: ProjectScope,
  { input, expect, ...given }: NewTestCase,
): Promise<TestCaseRow> =>
  tx
    .insertInto("testCases")
    .values({
      ...given,
      id: identifier("tcs"),
      projectId,
      input: json(input),
      expect: expect === null ? null : json(expect),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Up to `limit + 1` test cases of a Function, newest first. */
export const listTestCaseRows = (
  { tx, projectId }: ProjectScope,
  functionId: string,
  limit: number,
  before: string | undefined,
): Promise<TestCaseRow[]> =>
  tx
    .selectFrom("testCases")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

export const findTestCase = (
  { tx, projectId }: ProjectScope,
  functionId: string,
  id: string,
): Promise<TestCaseRow | undefined> =>
  tx
    .selectFrom("testCases")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Reads and locks a test case of a Function until the transaction ends. */
export const lockTestCase = (
  { tx, projectId }: ProjectScope,
  functionId: string,
  id: string,
): Promise<TestCaseRow | undefined> =>
  tx
    .selectFrom("testCases")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export async function removeTestCase({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("testCases").where("projectId", "=", projectId).where("id", "=", id).execute();
}
