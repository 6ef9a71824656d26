import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { refusedTarget } from "../../tokens/refused-target.ts";
import { errorAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/**
 * The error of a task that does not exist. A task of somebody else, of another endpoint or environment, one that was
 * removed, and a changed id have the same.
 */
export const noTask = ({ exchange }: McpRequest, id: IdText): RpcAnswer =>
  errorAnswer(id, {
    status: 200,
    rpcCode: rpcErrors.invalidParams,
    message: "Invalid params: there is no such task",
    data: { code: "NOT_FOUND", requestId: exchange.requestId },
  });

/** The error of a task about which we learn nothing now. */
export const silentTask = ({ exchange }: McpRequest, id: IdText): RpcAnswer =>
  errorAnswer(id, {
    status: 503,
    rpcCode: rpcErrors.internal,
    message: "The task cannot be read just now. Try again.",
    data: { code: "UNAVAILABLE", requestId: exchange.requestId },
    headers: ["retry-after", "5"],
  });

/** Whether this caller may still call the tool that started a run. Nobody can tell of a tool that is gone. */
export function mayKnow({ table, admitted, authenticated }: McpRequest, { bindingId }: RunReport): boolean {
  const tool = table.sorted.find(({ binding }) => binding.bindingId === bindingId)?.binding;
  const target = tool && { name: tool.toolName, scope: tool.scope };
  return target === undefined || refusedTarget(admitted.endpoint, authenticated, target) === null;
}

/** Reads the run of a task, for at most `waitMs` until it has ended. An answer says why it cannot be read. */
export async function readTask(
  request: McpRequest,
  id: IdText,
  runId: string,
  waitMs = 0,
  signal?: AbortSignal,
): Promise<RunReport | { refused: RpcAnswer }> {
  const report = await request.runs.read(runId, request.admitted, waitMs, signal, true);
  if (report === "silent") return { refused: silentTask(request, id) };
  return report === "unknown" || !mayKnow(request, report) ? { refused: noTask(request, id) } : report;
}
