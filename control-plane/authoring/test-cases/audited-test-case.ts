import { fingerprint } from "../../ground/handler/fingerprint.ts";
import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { TestCaseRow } from "./queries.ts";

const told = ({ functionId, name, environment, input, expect }: TestCaseRow) => ({
  functionId,
  name,
  environment,
  input: fingerprint(JSON.stringify(input)),
  expect: expect && {
    status: expect.status,
    ...("output" in expect ? { output: fingerprint(JSON.stringify(expect.output)) } : {}),
  },
});

/** What an audit event says about a created or deleted test case; its content appears only as a fingerprint. */
export const auditedTestCase = auditedRow("test-case", told);
