import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler/handler.ts";
import { found } from "../http/handler/not-found.ts";
import { decodeCursor, toPage } from "../http/handler/page.ts";
import { activeIn, authorOf } from "./describe-version.ts";
import { findFunction, listRevisionRows, listServedRevisions } from "./queries/functions.ts";

/** Every saved revision, newest first, with who and when, and what runs where. */
export const listFunctionVersions: Handler<Operations["listFunctionVersions"]> = async ({ scope, params, query }) => {
  const list = `function-versions:${scope.projectId}:${params.functionId}`;
  const before = decodeCursor(query.cursor, list)?.[0];
  const { id } = found(await findFunction(scope, params.functionId));
  const rows = await listRevisionRows(scope, id, query.limit, before === undefined ? undefined : Number(before) || 0);
  const served = await listServedRevisions(scope, [id]);
  const page = toPage(rows, query.limit, list, ({ revision }) => [String(revision)]);
  const items = page.items.map((row) => ({
    functionId: row.functionId,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    createdBy: authorOf(row),
    activeIn: activeIn(served, row.revision),
  }));
  return { items, nextCursor: page.nextCursor };
};
