import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { findExecution } from "./records.ts";

/** One call with its input, output, log and outbound calls, masked before they were stored. */
export const getExecution: Handler<Operations["getExecution"]> = async ({ scope, params }) => {
  const row = found(await findExecution(scope, params.executionId));
  return { ...row, startedAt: row.startedAt.toISOString() };
};
