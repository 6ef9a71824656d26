import { recordRejection } from "../../../calls/admission/execution-record.ts";
import type { CallEnd } from "../../../calls/admission/run-call.ts";
import { resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { acceptInTurn } from "../calling/accept-in-turn.ts";
import { describeIssues } from "../calling/describe-issues.ts";
import { toolTarget } from "../../../calls/admission/mcp-target.ts";
import { busy, lacksCapability } from "../calling/protocol-failure.ts";
import { rejectCall, type Rejection } from "../calling/reject-call.ts";
import { mismatchedParam } from "../../../deployed/endpoints/bindings/param-headers.ts";
import { isEarly, modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { mayBeRun, runNeed } from "../../runs/run-need.ts";
import { askableByTask, offersRuns, takesTask } from "../tasks/task-support.ts";
import { callToolAsRun } from "./run-tool.ts";
import { hasRunStatus, runStatusName } from "./run-status.ts";
import { tellRunStatus } from "./tell-run-status.ts";
import { failedResult, returnedResult } from "../calling/tool-result.ts";
import type { CompiledTool } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { toolSpan } from "../calling/call-span.ts";
import { runForClient } from "../calling/run-for-client.ts";
import { refusedTarget } from "../../tokens/refused-target.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { readJsonText } from "@ferrule/contract/json-schema/values/read-json-text.ts";
import { takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";

/** `tool` is set, unless the tool is the problem. */
interface RejectedTool extends Rejection {
  tool?: CompiledTool;
}

const toolName = /^[A-Za-z0-9_.-]{1,64}$/;

const reject = (request: McpRequest, id: IdText, given: unknown, { tool, ...rejection }: RejectedTool): RpcAnswer =>
  rejectCall(request, id, rejectedCall(tool, given), rejection);

const rejectedCall = (tool: CompiledTool | undefined, input: unknown) => ({
  called: tool?.called ?? null,
  bindingId: tool?.binding.bindingId ?? null,
  input,
  target: toolTarget,
});

/** Finds the called tool and checks its mirrored headers. */
function findTool(request: McpRequest, modern: boolean, name: unknown, given: unknown): CompiledTool | RejectedTool {
  const { exchange, table, authenticated, admitted } = request;
  const invalid = { rpcCode: rpcErrors.invalidParams, status: 200 };
  if (typeof name !== "string")
    return { ...invalid, code: "INPUT_INVALID", message: "Invalid params: name is missing" };
  if (!isObject(given))
    return { ...invalid, code: "INPUT_INVALID", message: "Invalid params: arguments must be an object" };
  const tool = table.tools.get(name);
  const target = { name, scope: tool?.binding.scope };
  const refused = tool === undefined ? "unknown" : refusedTarget(admitted.endpoint, authenticated, target);
  if (tool === undefined || refused === "unknown") {
    const message = toolName.test(name) ? `Unknown tool: ${name}` : "Unknown tool";
    return { ...invalid, code: "NOT_FOUND", message };
  }
  if (refused !== null) return { ...refused, rpcCode: rpcErrors.invalidRequest, data: {}, tool };
  if (!modern || tool.paramHeaders.length === 0) return tool;
  const header = mismatchedParam(tool.paramHeaders, given, exchange.request.headers);
  if (header === null) return tool;
  const message = `Header mismatch: ${header} does not match the body's arguments`;
  return { rpcCode: rpcErrors.headerMismatch, status: 400, code: "VALIDATION_ERROR", message, tool };
}

/** The error for a task of a tool that makes none (MCP 2025-11-25, Tasks, "Tool-Level Negotiation"). */
const noTaskOf = {
  rpcCode: rpcErrors.methodNotFound,
  status: 200,
  code: "NOT_IMPLEMENTED",
  message: "This tool cannot be called as a task",
};

/** Whether a client takes a task. Where tasks are not declared, a request for one means nothing. */
function wantsTask(
  { table, admitted, authenticated, batched }: McpRequest,
  revision: Revision,
  params: Params | undefined,
): boolean {
  if (batched || !takesTask(revision, params)) return false;
  return offersRuns({ table, endpoint: admitted.endpoint, caller: authenticated });
}

/**
 * Refuses arguments that do not fit. Early revisions get an error, later ones a result for the model,
 * unless they can only read a task (`asked`).
 */
function refuseInput(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  tool: CompiledTool,
  given: unknown,
  issues: Issue[],
  asked: boolean,
): RpcAnswer {
  const { exchange, context, table, admitted } = request;
  const message = describeIssues("The arguments do not match the tool's schema", issues);
  const code = "INPUT_INVALID";
  if (isEarly(revision) || revision === "2025-06-18" || asked)
    return reject(request, id, given, {
      rpcCode: rpcErrors.invalidParams,
      status: 200,
      code,
      message,
      data: { issues },
      tool,
    });
  recordRejection(context, { admitted, ...rejectedCall(tool, given) }, { code, message });
  return resultAnswer(id, failedResult(table, revision, exchange.requestId, { code, message, details: { issues } }));
}

/** Handles `tools/call` in this order: tool, arguments, slot, Function, form of the result. */
export async function callTool(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  params: Params | undefined,
): Promise<RpcAnswer> {
  const { admitted } = request;
  const modern = revision === modernRevision;
  const sent = params?.["arguments"] ?? {};
  const given = typeof sent === "string" ? (readJsonText(sent) ?? sent) : sent;
  if (params?.["name"] === runStatusName && hasRunStatus(request)) return tellRunStatus(request, revision, id, given);
  const tool = findTool(request, modern, params?.["name"], given);
  if ("rpcCode" in tool) return reject(request, id, given, tool);
  const asTask = wantsTask(request, revision, params);
  const asked = asTask && !modern;
  if (asked && !mayBeRun(admitted.endpoint, tool.called, tool.binding.toolName))
    return reject(request, id, given, { ...noTaskOf, tool });
  const { called, binding } = tool;
  const inexact = request.isExact ? [] : takeInexact(given, "input");
  if (inexact.length > 0) return refuseInput(request, revision, id, tool, given, inexact, asked);
  const accepted = acceptInTurn(request, called, given);
  const { input, issues } = accepted instanceof Promise ? await accepted : accepted;
  if (issues !== null) return refuseInput(request, revision, id, tool, given, issues, asked);

  const meta = isObject(params?.["_meta"]) ? params["_meta"] : {};
  const own = runNeed(admitted.endpoint, called, binding.toolName, input);
  // A client of 2025-11-25 that asks for a task can read nothing else, also if nobody must approve this call.
  const need = own === null && asked ? ({ mode: "once", rule: null } as const) : own;
  if (need !== null) {
    const asks = asTask ? askableByTask(request, revision, params) : null;
    return callToolAsRun(request, revision, id, { tool, input, sent, meta, need, asTask, asks });
  }
  const { end, send } = await runForClient(request, {
    called,
    bindingId: binding.bindingId,
    input,
    sent,
    revision,
    meta,
    target: toolTarget,
    span: toolSpan(binding.toolName),
    whenClientLeaves: binding.whenClientLeaves,
    onlyReads: binding.annotations.readOnlyHint === true,
    asking: { id, params },
  });
  return send(answerOf(request, tool, revision, id, end));
}

function answerOf(request: McpRequest, tool: CompiledTool, revision: Revision, id: IdText, end: CallEnd): RpcAnswer {
  const { table, exchange } = request;
  if (end.kind === "returned") return resultAnswer(id, returnedResult(table, tool, revision, end));
  if (end.kind === "notStarted") return busy(request, id);
  const lacking = lacksCapability(request, revision, id, end);
  return lacking ?? resultAnswer(id, failedResult(table, revision, exchange.requestId, end));
}
