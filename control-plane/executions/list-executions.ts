import { hash } from "node:crypto";
import type { Operations } from "@ferrule/contract/operations.ts";
import { canonicalJson } from "@ferrule/contract/canonical-json.ts";
import type { Handler } from "../http/handler/handler.ts";
import { decodeCursor, toPage } from "../http/handler/page.ts";
import { invalidCursor } from "../store/invalid-cursor.ts";
import { awaitRecord } from "./await-record.ts";
import { listExecutionRows, toSummary, type ExecutionKey } from "./queries/executions.ts";

function toKey([startedAt, id]: string[]): ExecutionKey {
  if (startedAt === undefined || id === undefined || Number.isNaN(Date.parse(startedAt))) throw invalidCursor();
  return { startedAt: new Date(startedAt), id };
}

/**
 * The Project's calls, newest first, without their large fields. For a request that was answered a moment ago, it waits
 * for that call's report.
 */
export const listExecutions: Handler<Operations["listExecutions"]> = async (context) => {
  const { projectId, query, read } = context;
  const { limit, cursor, ...filters } = query;
  const list = `executions:${projectId}:${hash("sha256", canonicalJson(filters)).slice(0, 16)}`;
  const key = decodeCursor(cursor, list);
  const find = () => read((scope) => listExecutionRows(scope, filters, limit, key && toKey(key)));
  const some = async () => {
    const rows = await find();
    return rows.length > 0 ? rows : undefined;
  };
  const rows = (await (filters.requestId === undefined ? find() : awaitRecord(context, filters.requestId, some))) ?? [];
  const page = toPage(rows, limit, list, (row) => [row.startedAt.toISOString(), row.id]);
  return { ...page, items: page.items.map(toSummary) };
};
