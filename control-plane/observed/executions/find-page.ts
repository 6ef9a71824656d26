import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { findArchivedOfRequest } from "./archive/find-archived.ts";
import { listArchived } from "./archive/list-archived.ts";
import type { ArchivedExecution, Read } from "./archive/read-archived.ts";
import { awaitRecord, type Awaiting } from "./await-record.ts";
import type { ExecutionFilters, ExecutionKey } from "./filters/execution-filters.ts";
import { mergePages, type MergedPage, type Stretch } from "./filters/merge-pages.ts";
import { calledNames, listExecutionRows, toSummary, type SummaryRow } from "./queries/executions.ts";

interface Asking extends Awaiting {
  read: Read;
}

/** The part of a list that is wanted. */
interface Wanted {
  filters: ExecutionFilters;
  limit: number;
  after: ExecutionKey | null;
}

/** The database's share of a list. For a request that ended a moment ago, it waits for the call's report. */
async function listHere(asking: Asking, { filters, limit, after }: Wanted): Promise<Stretch<SummaryRow>> {
  const find = () => asking.read((scope) => listExecutionRows(scope, filters, limit, after));
  if (filters.requestId === undefined) return find();
  const some = async () => {
    const here = await find();
    return here.items.length > 0 ? here : undefined;
  };
  return (await awaitRecord(asking, filters.requestId, some)) ?? { items: [], upTo: null };
}

/**
 * The archive's share of a list. We ask it after the database: executions that move meanwhile are then in both shares,
 * and never in none.
 */
async function listThere(
  { app: { archive }, read }: Asking,
  { filters: { requestId, ...filters }, limit, after }: Wanted,
  here: Stretch<SummaryRow>,
): Promise<Stretch<ArchivedExecution>> {
  if (archive === undefined) return { items: [], upTo: null };
  const known = { first: here.items[0] ?? null, upTo: here.upTo };
  if (requestId === undefined) return listArchived(archive, read, filters, { limit, after, here: known });
  return { items: await findArchivedOfRequest(archive, read, { ...filters, requestId }, after), upTo: null };
}

/** Executions as lists show them, with the names of the tools, routes and Functions. */
async function toSummaries(read: Read, found: readonly ArchivedExecution[]): Promise<ExecutionSummary[]> {
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

/** A page of the Project's executions, newest first, from the database and the archive. */
export async function findPage(asking: Asking, wanted: Wanted): Promise<MergedPage<ExecutionSummary>> {
  const here = await listHere(asking, wanted);
  const there = await listThere(asking, wanted, here);
  return mergePages<ExecutionSummary>(
    { ...here, items: here.items.map(toSummary) },
    { ...there, items: await toSummaries(asking.read, there.items) },
    wanted.limit,
  );
}
