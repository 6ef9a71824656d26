import { hash } from "node:crypto";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { readTime } from "@ferrule/contract/resources/fields.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, encodeCursor } from "../../ground/handler/page.ts";
import { invalidCursor } from "../../ground/store/rows/invalid-cursor.ts";
import { findArchivedOfRequest } from "./archive/find-archived.ts";
import { listArchived } from "./archive/list-archived.ts";
import type { ArchivedExecution } from "./archive/read-archived.ts";
import { awaitRecord } from "./await-record.ts";
import type { ExecutionKey } from "./filters/execution-filters.ts";
import { mergePages, type Stretch } from "./filters/merge-pages.ts";
import { calledNames, listExecutionRows, toSummary, type SummaryRow } from "./queries/executions.ts";

type Context = Parameters<Handlers["listExecutions"]>[0];

function toKey([startedAt, id]: string[]): ExecutionKey {
  const at = readTime(startedAt ?? "");
  if (at === null || id === undefined) throw invalidCursor();
  return { startedAt: at, id };
}

/** The database's share of a list. For a request that ended a moment ago, it waits for the call's report. */
async function listHere(context: Context, after: ExecutionKey | null): Promise<Stretch<SummaryRow>> {
  const { read, query } = context;
  const { limit, cursor: _cursor, ...filters } = query;
  const find = () => read((scope) => listExecutionRows(scope, filters, limit, after));
  if (filters.requestId === undefined) return find();
  const some = async () => {
    const here = await find();
    return here.items.length > 0 ? here : undefined;
  };
  return (await awaitRecord(context, filters.requestId, some)) ?? { items: [], upTo: null };
}

/**
 * The archive's share of a list. We ask it after the database: executions that move meanwhile are then in both shares,
 * and never in none.
 */
async function listThere(
  { app: { archive }, read, query }: Context,
  after: ExecutionKey | null,
  here: Stretch<SummaryRow>,
): Promise<Stretch<ArchivedExecution>> {
  const { limit, cursor: _cursor, requestId, ...filters } = query;
  if (archive === undefined) return { items: [], upTo: null };
  const known = { first: here.items[0] ?? null, upTo: here.upTo };
  if (requestId === undefined) return listArchived(archive, read, filters, { limit, after, here: known });
  return { items: await findArchivedOfRequest(archive, read, { ...filters, requestId }, after), upTo: null };
}

/** Executions as lists show them, with the names of the tools, routes and Functions. */
async function toSummaries({ read }: Context, found: readonly ArchivedExecution[]): Promise<ExecutionSummary[]> {
  const ids = [...new Set(found.flatMap(({ bindingId }) => bindingId ?? []))];
  const names = ids.length === 0 ? new Map<string, string>() : await read((scope) => calledNames(scope, ids));
  return found.map((one) => {
    const { input: _in, output: _out, logs: _logs, calls: _calls, hostCalls: _host, ...rest } = one;
    const {
      hostCallsOmitted: _omitted,
      deliveryId: _delivery,
      traceId: _trace,
      questions: _asked,
      error,
      ...summary
    } = rest;
    return {
      ...summary,
      error: error && { code: error.code, message: error.message },
      called: names.get(one.bindingId ?? "") ?? null,
    };
  });
}

/** The Project's calls, newest first, without their large fields. It includes archived calls. */
export const listExecutions: Handlers["listExecutions"] = async (context) => {
  const { projectId, query } = context;
  const { limit, cursor, ...filters } = query;
  const list = `executions:${projectId}:${hash("sha256", canonicalJson(filters)).slice(0, 16)}`;
  const key = decodeCursor(cursor, list);
  const after = key && toKey(key);
  const here = await listHere(context, after);
  const there = await listThere(context, after, here);
  const { items, next } = mergePages<ExecutionSummary>(
    { ...here, items: here.items.map(toSummary) },
    { ...there, items: await toSummaries(context, there.items) },
    limit,
  );
  return { items, nextCursor: next && encodeCursor(list, [next.startedAt.toISOString(), next.id]) };
};
