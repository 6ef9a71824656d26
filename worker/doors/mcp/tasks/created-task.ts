import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { StoredRun } from "../../runs/start-run.ts";
import type { CompiledTool } from "../../../deployed/endpoints/bindings/tool-table.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { taskFields } from "./show-task.ts";
import { taskIdOf } from "./task-ids.ts";

/** A text that a client may give its model at once (MCP 2025-11-25, Tasks, "Model Immediate Response"). */
const immediateKey = "io.modelcontextprotocol/model-immediate-response";

/** What we know of a run that is stored, but cannot be read just now. */
export function unreadRun({ id, approvalId }: StoredRun, { called, binding }: CompiledTool): RunReport {
  return {
    id,
    functionId: called.artifact.id,
    bindingId: binding.bindingId,
    status: approvalId === null ? "queued" : "waiting",
    createdAt: new Date().toISOString(),
    finishedAt: null,
    waitsFor: null,
    approvalId,
    output: null,
    error: null,
  };
}

/**
 * The JSON of a result that is a task: the run is stored.
 * @param text what the model may read meanwhile, at 2025-11-25
 */
export function createdTask(request: McpRequest, revision: Revision, report: RunReport, text: string): string {
  const { questions, admitted, runs, table } = request;
  const taskId = taskIdOf(questions.sealer, admitted, report.id);
  const task = taskFields(report, revision, taskId, runs.publicOrigin);
  if (revision !== modernRevision) return JSON.stringify({ task, _meta: { [immediateKey]: text } });
  return `{"resultType":"task",${JSON.stringify(task).slice(1, -1)}${table.modernEnd}`;
}
