import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findTestCase } from "./queries.ts";
import { toTestCase } from "./to-test-case.ts";

export const getTestCase: Handlers["getTestCase"] = async ({ scope, params }) =>
  toTestCase(found(await findTestCase(scope, params.functionId, params.testCaseId)));
