import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { readTime } from "@ferrule/contract/resources/fields.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { invalidCursor } from "../../ground/store/rows/invalid-cursor.ts";
import { listGroupRows } from "./queries/groups.ts";
import { listRunningRows, toRunning } from "./queries/running.ts";
import type { App } from "../../ground/app.ts";
import { found } from "../../ground/handler/not-found.ts";
import { awaitRecord } from "./await-record.ts";
import { findArchived } from "./archive/find-archived.ts";
import { findExecution } from "./queries/executions.ts";

/**
 * Failures that likely share a cause: the same Function, the same code, thrown at the same place. The most recently
 * seen come first. Without `from`, it covers the last seven days.
 */
export const listExecutionGroups: Handlers["listExecutionGroups"] = async ({ scope, query }) => {
  const { limit, cursor, ...filters } = query;
  const list = `execution-groups:${scope.projectId}:${hash("sha256", canonicalJson(filters)).slice(0, 16)}`;
  const [lastSeenAt, id] = decodeCursor(cursor, list) ?? [];
  const at = readTime(lastSeenAt ?? "");
  if (lastSeenAt !== undefined && (id === undefined || at === null)) throw invalidCursor();
  const after = at === null || id === undefined ? null : { lastSeenAt: at, id };
  const rows = await listGroupRows(scope, filters, limit, after);
  const page = toPage(rows, limit, list, (row) => [row.lastSeenAt.toISOString(), `${row.id} ${row.environment}`]);
  return {
    ...page,
    items: page.items.map(({ firstSeenAt, lastSeenAt, ...group }) => ({
      ...group,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
};

/** The active Project's calls and draft tests that have been running for half a second or more. */
export const listRunningExecutions: Handlers["listRunningExecutions"] = async ({ scope }) => ({
  items: (await listRunningRows(scope)).map(toRunning),
});

function traceUrl({ traceUrlTemplate }: App["settings"], traceId: string | undefined): string | null {
  if (traceUrlTemplate === undefined || traceId === undefined) return null;
  return traceUrlTemplate.replaceAll("{traceId}", encodeURIComponent(traceId));
}

/**
 * One call with its input, output, log and outbound calls, which were masked before they were stored. For a call that
 * has just ended, it waits for the report. An old call comes from the archive.
 */
export const getExecution: Handlers["getExecution"] = async (context) => {
  const { executionId } = context.params;
  const { app, read } = context;
  const row = await awaitRecord(context, executionId, () => read((scope) => findExecution(scope, executionId)));
  const one = row
    ? { ...row, startedAt: row.startedAt.toISOString() }
    : found(await findArchived(app, read, executionId));
  return { ...one, traceUrl: traceUrl(app.settings, one.traceId) };
};
