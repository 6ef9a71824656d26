import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler/handler.ts";
import type { App } from "../app.ts";
import { found } from "../http/handler/not-found.ts";
import { awaitRecord } from "./await-record.ts";
import { findExecution } from "./queries/executions.ts";

function traceUrl({ traceUrlTemplate }: App["settings"], traceId: string | undefined): string | null {
  if (traceUrlTemplate === undefined || traceId === undefined) return null;
  return traceUrlTemplate.replaceAll("{traceId}", encodeURIComponent(traceId));
}

/**
 * One call with its input, output, log and outbound calls, which were masked before they were stored. For a call that
 * has just ended, it waits for the report.
 */
export const getExecution: Handler<Operations["getExecution"]> = async (context) => {
  const { executionId } = context.params;
  const row = found(
    await awaitRecord(context, executionId, () => context.read((scope) => findExecution(scope, executionId))),
  );
  return { ...row, startedAt: row.startedAt.toISOString(), traceUrl: traceUrl(context.app.settings, row.traceId) };
};
