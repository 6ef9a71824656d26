import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { hasEnded } from "../../runs/read-run.ts";
import { invalidParams } from "../transport/invalid.ts";
import { resultAnswer, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { noTask, readTask, silentTask } from "./find-task.ts";
import { taskFields } from "./show-task.ts";

/** How long we wait for a running attempt to stop. */
const mostStopMs = 5_000;

/** The empty result of 2026-07-28. */
export const acknowledged = ({ table }: McpRequest, id: IdText): RpcAnswer =>
  resultAnswer(id, `{"resultType":"complete"${table.modernEnd}`);

/**
 * Serves `tasks/cancel`. At 2026-07-28, it only asks for the end, and asks in vain for what has ended (SEP-2663, "Task
 * Cancellation"). At 2025-11-25, it returns the cancelled task, and a task that has ended is an error (Tasks, "Task
 * Cancellation").
 */
export async function cancelTask(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  { taskId, runId }: { taskId: string; runId: string },
): Promise<RpcAnswer> {
  const { runs, admitted } = request;
  const known = await readTask(request, id, runId);
  if ("refused" in known) return known.refused;
  const isModern = revision === modernRevision;
  const cancelled = hasEnded(known) ? "ended" : await runs.cancel(runId, admitted);
  if (cancelled === "unknown") return noTask(request, id);
  if (cancelled === "silent") return silentTask(request, id);
  if (isModern) return acknowledged(request, id);
  if (cancelled === "ended") return invalidParams(request, id, "the task has ended");
  const report = await readTask(request, id, runId, mostStopMs);
  if ("refused" in report) return report.refused;
  return resultAnswer(id, JSON.stringify(taskFields(report, revision, taskId, runs.publicOrigin)));
}
