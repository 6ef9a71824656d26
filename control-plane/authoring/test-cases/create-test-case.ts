import { PublicError } from "@ferrule/contract/errors.ts";
import { mostTestCases } from "@ferrule/contract/resources/test-case.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { auditedTestCase } from "./audited-test-case.ts";
import { nameTaken } from "./name-taken.ts";
import { insertTestCase, lockTestCasesOf } from "./queries.ts";
import { toTestCase } from "./to-test-case.ts";

/** Saves an input of a Function under a new name; 409 CONFLICT when another of its test cases has that name. */
export const createTestCase: Handlers["createTestCase"] = async ({ scope, params, body }) => {
  const { count } = found(await lockTestCasesOf(scope, params.functionId));
  if (count >= mostTestCases) {
    throw new PublicError("INVALID_STATE", `A Function has at most ${mostTestCases} test cases. Delete one first.`);
  }
  const row = await insertTestCase(scope, { ...body, functionId: params.functionId }).catch(nameTaken);
  return { answer: toTestCase(row), audit: auditedTestCase(null, row) };
};
