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
import { runNeed } from "../../runs/run-need.ts";
import { callToolAsRun } from "./run-tool.ts";
import { failedResult, returnedResult } from "./tool-result.ts";
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

/** Refuses arguments that do not fit. Early revisions get an error, later ones a result for the model. */
function refuseInput(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  tool: CompiledTool,
  given: unknown,
  issues: Issue[],
): RpcAnswer {
  const { exchange, context, table, admitted } = request;
  const message = describeIssues("The arguments do not match the tool's schema", issues);
  const code = "INPUT_INVALID";
  if (isEarly(revision) || revision === "2025-06-18")
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
  const tool = findTool(request, modern, params?.["name"], given);
  if ("rpcCode" in tool) return reject(request, id, given, tool);
  const { called, binding } = tool;
  const inexact = request.isExact ? [] : takeInexact(given, "input");
  if (inexact.length > 0) return refuseInput(request, revision, id, tool, given, inexact);
  const accepted = acceptInTurn(request, called, given);
  const { input, issues } = accepted instanceof Promise ? await accepted : accepted;
  if (issues !== null) return refuseInput(request, revision, id, tool, given, issues);

  const meta = isObject(params?.["_meta"]) ? params["_meta"] : {};
  const need = runNeed(admitted.endpoint, called, binding.toolName, input);
  if (need !== null) return callToolAsRun(request, revision, id, { tool, input, sent, meta, need });
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
