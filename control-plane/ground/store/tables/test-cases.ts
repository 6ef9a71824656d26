import type { ColumnType, Generated } from "kysely";
import type { Environment } from "@ferrule/contract/states.ts";
import type { TestCase } from "@ferrule/contract/resources/test-case.ts";

type Json<T> = ColumnType<T, T, T>;

export interface TestCasesTable {
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
