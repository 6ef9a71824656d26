import type { Handlers } from "../../ground/handler/handler.ts";
import type { App } from "../../ground/app.ts";
import { found } from "../../ground/handler/not-found.ts";
import { awaitRecord } from "./await-record.ts";
import { findArchived } from "./archive/find-archived.ts";
import { findExecution } from "./queries/executions.ts";

function traceUrl({ traceUrlTemplate }: App["settings"], traceId: string | undefined): string | null {
  if (traceUrlTemplate === undefined || traceId === undefined) return null;
  return traceUrlTemplate.replaceAll("{traceId}", encodeURIComponent(traceId));
}

/**
 * One call with its input, output, log and outbound calls, which were masked before they were stored. For a call that
 * has just ended, it waits for the report. An old one is read from the archive.
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
