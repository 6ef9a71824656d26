import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedTestCase } from "./audited-test-case.ts";
import { nameTaken } from "./name-taken.ts";
import { changeTestCase, lockTestCase } from "./queries.ts";
import { toTestCase } from "./to-test-case.ts";

export const updateTestCase: Handlers["updateTestCase"] = async ({ scope, params, body, ifMatch }) => {
  const before = found(await lockTestCase(scope, params.functionId, params.testCaseId));
  requireRevision(ifMatch, before.revision);
  const row = await changeTestCase(scope, before.id, body).catch(nameTaken);
  return { answer: toTestCase(row), audit: auditedTestCase(before, row) };
};
