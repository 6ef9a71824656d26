import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { describeFunctions } from "./describe-functions.ts";
import { listFunctionRows } from "./records.ts";

/** Specification 4.4: the Project's Functions without their sources, newest first. */
export const listFunctions: Handler<Operations["listFunctions"]> = async ({ scope, query }) => {
  const list = `functions:${scope.projectId}`;
  const rows = await listFunctionRows(scope, query.limit, decodeCursor(query.cursor, list)?.[0]);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: await describeFunctions(scope, page.items), nextCursor: page.nextCursor };
};
