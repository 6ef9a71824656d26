export { createTestCase } from "./create-test-case.ts";
export { deleteTestCase } from "./delete-test-case.ts";
export { runTestCase } from "./run-test-case.ts";
export { runTestCases } from "./run-test-cases.ts";
export { updateTestCase } from "./update-test-case.ts";
export { listTestCases, getTestCase } from "./reads.ts";
