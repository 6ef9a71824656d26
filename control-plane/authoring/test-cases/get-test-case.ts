import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findTestCase } from "./queries.ts";
import { toTestCase } from "./to-test-case.ts";

export const getTestCase: Handler<Operations["getTestCase"]> = async ({ scope, params }) =>
  toTestCase(found(await findTestCase(scope, params.functionId, params.testCaseId)));
