import { mostExported } from "@ferrule/contract/operations/executions.ts";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { stringify } from "csv-stringify/sync";
import type { Handlers } from "../../ground/handler/handler.ts";
import type { ExecutionKey } from "./filters/execution-filters.ts";
import { findPage } from "./find-page.ts";

const pageSize = 500;

const columns: Record<string, (one: ExecutionSummary) => unknown> = {
  id: ({ id }) => id,
  startedAt: ({ startedAt }) => startedAt,
  status: ({ status }) => status,
  httpStatus: ({ httpStatus }) => httpStatus,
  functionName: ({ functionName }) => functionName,
  functionId: ({ functionId }) => functionId,
  called: ({ called }) => called,
  bindingId: ({ bindingId }) => bindingId,
  endpointId: ({ endpointId }) => endpointId,
  source: ({ source }) => source,
  mcpKind: ({ mcpKind }) => mcpKind,
  uri: ({ uri }) => uri,
  environment: ({ environment }) => environment,
  preview: ({ preview }) => preview,
  deploymentId: ({ deploymentId }) => deploymentId,
  tenantId: ({ tenantId }) => tenantId,
  callerKind: ({ caller }) => caller.kind,
  callerId: ({ caller }) => caller.subject ?? caller.id,
  callerIssuer: ({ caller }) => caller.issuer,
  callerName: ({ caller }) => caller.name,
  durationMs: ({ durationMs }) => durationMs,
  queueMs: ({ queueMs }) => queueMs,
  cpuMs: ({ cpuMs }) => cpuMs,
  errorCode: ({ error }) => error?.code,
  errorMessage: ({ error }) => error?.message,
  runId: ({ run }) => run?.id,
  requestId: ({ requestId }) => requestId,
};
const cells = Object.values(columns);

/** RFC 4180. A cell that a spreadsheet would read as a formula gets a leading apostrophe. */
const csv = (rows: unknown[][]) => stringify(rows, { record_delimiter: "windows", escape_formulas: true });

const forms = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    head: csv([Object.keys(columns)]),
    show: (items: readonly ExecutionSummary[]) => csv(items.map((one) => cells.map((cell) => cell(one)))),
  },
  ndjson: {
    contentType: "application/x-ndjson",
    head: "",
    show: (items: readonly ExecutionSummary[]) => items.map((one) => `${JSON.stringify(one)}\n`).join(""),
  },
};

/**
 * Downloads the executions that match the filters as lists show them, newest first, at most 100,000. It reads them page
 * by page while the client takes them, and stops when the client leaves.
 */
export const exportExecutions: Handlers["exportExecutions"] = async (context) => {
  const { query, reply, signal } = context;
  const { format, ...filters } = query;
  const { contentType, head, show } = forms[format];
  async function* chunks(): AsyncGenerator<string> {
    yield head;
    let after: ExecutionKey | null = null;
    for (let sent = 0; sent < mostExported && !signal.aborted;) {
      const limit = Math.min(pageSize, mostExported - sent);
      const page: Awaited<ReturnType<typeof findPage>> = await findPage(context, { filters, limit, after });
      if (page.items.length > 0) yield show(page.items);
      sent += page.items.length;
      after = page.next;
      if (after === null) return;
    }
  }
  reply.headers["content-disposition"] = `attachment; filename="executions.${format}"`;
  return { raw: { contentType, chunks: chunks() } };
};
