import type { Handlers } from "../../ground/handler/handler.ts";
import { createTestCase } from "./create-test-case.ts";
import { deleteTestCase } from "./delete-test-case.ts";
import { listTestCases } from "./list-test-cases.ts";
import { getTestCase } from "./get-test-case.ts";
import { runTestCase } from "./run-test-case.ts";
import { runTestCases } from "./run-test-cases.ts";
import { updateTestCase } from "./update-test-case.ts";

export const testCaseHandlers = {
  createTestCase,
  deleteTestCase,
  listTestCases,
  getTestCase,
  updateTestCase,
  runTestCase,
  runTestCases,
} satisfies Partial<Handlers>;
