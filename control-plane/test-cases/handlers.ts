import type { Handlers } from "../http/handler/handler.ts";
import { createTestCase } from "./create-test-case.ts";
import { deleteTestCase } from "./delete-test-case.ts";
import { listTestCases } from "./list-test-cases.ts";
import { getTestCase } from "./get-test-case.ts";

export const testCaseHandlers = {
  createTestCase,
  deleteTestCase,
  listTestCases,
  getTestCase,
} satisfies Partial<Handlers>;
