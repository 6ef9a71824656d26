import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { approvalUrl, runUrl } from "../../runs/describe-run.ts";
import type { StoredRun } from "../../runs/start-run.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { hasRunStatus, runStatusName } from "./run-status.ts";

/** What a model reads about a run that has not ended. */
export function describeOpen(request: McpRequest, stored: StoredRun, report: RunReport | null): string {
  const { id, isKeyed } = stored;
  const approvalId = report === null ? stored.approvalId : report.approvalId;
  const waits = report?.waitsFor ?? null;
  const state =
    approvalId === null
      ? `The call is under way as run ${id} and has no result yet.${waits === null ? "" : ` ${waits}`}`
      : `The call waits for a person. Nothing happens before they approve it at ${approvalUrl(request.runs.publicOrigin, approvalId)} (run ${id}).`;
  const next = isKeyed
    ? "To get its result, call the tool again with the same arguments. That does not start it again."
    : `To get its result, ${hasRunStatus(request) ? `call the tool ${runStatusName} with the run ${id}, or ` : ""}read ${runUrl(request.url, id)} with the same credential. Another call of the tool would start another run.`;
  return `${state}\n${next}`;
}
