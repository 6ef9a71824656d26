import type { TestCase } from "@ferrule/contract/resources/test-case.ts";
import type { TestCaseRow } from "./queries.ts";

export const toTestCase = (row: TestCaseRow): TestCase => ({
  id: row.id,
  projectId: row.projectId,
  functionId: row.functionId,
  name: row.name,
  input: row.input,
  environment: row.environment,
  expect: row.expect,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});
