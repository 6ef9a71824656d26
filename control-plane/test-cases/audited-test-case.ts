import { fingerprint } from "../http/fingerprint.ts";
import { auditedChanges } from "../http/audited-changes.ts";
import type { AuditTarget } from "../http/handler.ts";
import type { TestCaseRow } from "./records.ts";

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

/** What an audit event tells of a test case that came or went; what it holds, by fingerprint alone. */
export const auditedTestCase = (before: TestCaseRow | null, after: TestCaseRow | null): AuditTarget => ({
  kind: "test-case",
  id: (after ?? before)?.id ?? null,
  name: (after ?? before)?.name ?? null,
  changes: auditedChanges(before && told(before), after && told(after)),
});
