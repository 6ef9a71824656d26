import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { findFunction } from "../functions/queries/functions.ts";
import { auditedTestCase } from "./audited-test-case.ts";
import { lockTestCase, removeTestCase } from "./queries.ts";

export const deleteTestCase: Handlers["deleteTestCase"] = async ({ scope, params, ifMatch }) => {
  const row = found(await lockTestCase(scope, params.functionId, params.testCaseId));
  requireRevision(ifMatch, row.revision);
  const owner = await findFunction(scope, params.functionId);
  await removeTestCase(scope, row.id);
  return { answer: undefined, audit: auditedTestCase(row, null, { function: owner?.slug ?? null }) };
};
