import { hash } from "node:crypto";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { canonicalJson } from "@ferrule/contract/canonical-json.ts";
import type { Handler } from "../http/handler/handler.ts";
import { decodeCursor, encodeCursor, toPage } from "../http/handler/page.ts";
import { invalidCursor } from "../store/invalid-cursor.ts";
import {
  listArchived,
  listArchivedOfRequest,
  toArchivedSummary,
  type ArchivedExecution,
} from "./archive/find-archived.ts";
import { nextPart } from "./archive/queries.ts";
import { awaitRecord } from "./await-record.ts";
import { calledNames, listExecutionRows, toSummary, type ExecutionKey, type SummaryRow } from "./queries/executions.ts";

type Context = Parameters<Handler<Operations["listExecutions"]>>[0];
interface Page {
  items: ExecutionSummary[];
  nextCursor: string | null;
}

function toKey([startedAt, id]: string[]): ExecutionKey {
  if (startedAt === undefined || id === undefined || Number.isNaN(Date.parse(startedAt))) throw invalidCursor();
  return { startedAt: new Date(startedAt), id };
}

/** A third part of a cursor says that the list goes on in the archive. */
const inArchive = "archive";
const archivedKey = ({ startedAt, id }: ExecutionKey) => [startedAt.toISOString(), id, inArchive];

async function toItems({ read }: Context, found: readonly ArchivedExecution[]): Promise<ExecutionSummary[]> {
  const ids = [...new Set(found.flatMap(({ bindingId }) => bindingId ?? []))];
  const names = ids.length === 0 ? new Map<string, string>() : await read((scope) => calledNames(scope, ids));
  return found.map((one) => toArchivedSummary(one, names.get(one.bindingId ?? "") ?? null));
}

/** A page of the archive. */
async function listOld(context: Context, list: string, after: ExecutionKey | null): Promise<Page> {
  const { app, read, query } = context;
  const { limit, cursor: _cursor, requestId, ...filters } = query;
  if (app.archive === undefined) return { items: [], nextCursor: null };
  if (requestId !== undefined) {
    const found = await listArchivedOfRequest(app.archive, read, { ...filters, requestId });
    return { items: await toItems(context, found.slice(0, limit)), nextCursor: null };
  }
  const { items, next } = await listArchived(app.archive, read, filters, { limit, after });
  return { items: await toItems(context, items), nextCursor: next && encodeCursor(list, archivedKey(next)) };
}

/** Where the archive goes on after the last page of the database; null: there is nothing in it. */
async function cursorOfOld({ app, read, query }: Context, list: string, last: SummaryRow): Promise<string | null> {
  if (app.archive === undefined || query.requestId !== undefined) return null;
  const part = await read((scope) => nextPart(scope, last, query));
  return part === undefined ? null : encodeCursor(list, archivedKey(last));
}

/**
 * The Project's calls, newest first, without their large fields, then those in the archive. For a request that was answered a
 * moment ago, it waits for that call's report.
 */
export const listExecutions: Handler<Operations["listExecutions"]> = async (context) => {
  const { projectId, query, read } = context;
  const { limit, cursor, ...filters } = query;
  const list = `executions:${projectId}:${hash("sha256", canonicalJson(filters)).slice(0, 16)}`;
  const key = decodeCursor(cursor, list);
  if (key?.[2] === inArchive) return listOld(context, list, toKey(key));
  const find = () => read((scope) => listExecutionRows(scope, filters, limit, key && toKey(key)));
  const some = async () => {
    const rows = await find();
    return rows.length > 0 ? rows : undefined;
  };
  const rows = (await (filters.requestId === undefined ? find() : awaitRecord(context, filters.requestId, some))) ?? [];
  const page = toPage(rows, limit, list, (row) => [row.startedAt.toISOString(), row.id]);
  const last = rows.at(-1);
  if (last === undefined) return listOld(context, list, key && toKey(key));
  return {
    items: page.items.map(toSummary),
    nextCursor: page.nextCursor ?? (await cursorOfOld(context, list, last)),
  };
};
