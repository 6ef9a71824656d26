import { hash } from "node:crypto";
import type { Operations } from "@ferrule/contract/operations.ts";
import { canonicalJson } from "@ferrule/kit/canonical-json.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, invalidCursor, toPage } from "../http/page.ts";
import { listExecutionRows, toSummary, type ExecutionKey } from "./records.ts";

function toKey([startedAt, id]: string[]): ExecutionKey {
  if (startedAt === undefined || id === undefined || Number.isNaN(Date.parse(startedAt))) throw invalidCursor();
  return { startedAt: new Date(startedAt), id };
}

/** The Project's calls, newest first, without their large fields (specification 4.8). */
export const listExecutions: Handler<Operations["listExecutions"]> = async ({ scope, query }) => {
  const { limit, cursor, ...filters } = query;
  const list = `executions:${scope.projectId}:${hash("sha256", canonicalJson(filters)).slice(0, 16)}`;
  const key = decodeCursor(cursor, list);
  const rows = await listExecutionRows(scope, filters, limit, key && toKey(key));
  const page = toPage(rows, limit, list, (row) => [row.startedAt.toISOString(), row.id]);
  return { ...page, items: page.items.map(toSummary) };
};
