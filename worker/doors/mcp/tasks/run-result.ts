import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { returnedByRun } from "../../../calls/admission/run-output.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { failureOfReport, runUrl } from "../../runs/describe-run.ts";
import { failedResult, returnedResult, type ResultForm } from "../calling/tool-result.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/** A tool that is no longer deployed, while a run of it still is. */
const formless: ResultForm = { isWrapped: null, called: { validateOutput: null } };

/** The form of the results of a binding's tool. */
export const formOf = ({ table }: McpRequest, bindingId: string | null): ResultForm =>
  table.sorted.find(({ binding }) => binding.bindingId === bindingId) ?? formless;

/**
 * The JSON of a tool's result from a run that has ended: what the Function returned, or why it did not.
 * @param note a sentence about the run for the model
 * @param taskId of the task to which the result belongs, at 2025-11-25
 */
export function endedResult(
  { table, exchange, url }: McpRequest,
  revision: Revision,
  report: RunReport,
  form: ResultForm,
  { note = null, taskId }: { note?: string | null; taskId?: string } = {},
): string {
  const run = { id: report.id, status: report.status, url: runUrl(url, report.id), taskId };
  const failed = failureOfReport(report);
  if (failed !== null) return failedResult(table, revision, exchange.requestId, failed, run);
  return returnedResult(table, form, revision, returnedByRun(report), { run, note });
}
