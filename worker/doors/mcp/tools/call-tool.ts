import { failure } from "../../../calls/admission/call-failure.ts";
import { recordRejection } from "../../../calls/admission/execution-record.ts";
import type { CallEnd } from "../../../calls/admission/run-call.ts";
import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { isCostly } from "../../../deployed/endpoints/functions/costly-checks.ts";
import { acceptArguments } from "../../../deployed/endpoints/functions/accept-input.ts";
import { errorAnswer, resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { mismatchedParam } from "../../../deployed/endpoints/bindings/param-headers.ts";
import { isEarly, modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { runNeed } from "../../runs/run-need.ts";
import { callToolAsRun } from "./run-tool.ts";
import { describeIssues, failedResult, returnedResult } from "./tool-result.ts";
import type { CompiledTool } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { notStarted } from "../../serving/exchange.ts";
import { toolSpan } from "../calling/call-span.ts";
import { runForClient } from "../calling/run-for-client.ts";
import { refusedTarget } from "../../tokens/refused-target.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { readJsonText } from "@ferrule/contract/json-schema/values/read-json-text.ts";
import { takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";

/** Why we do not start a call. `tool` is set, unless the tool is the problem. */
interface Rejection {
  rpcCode: number;
  status: number;
  code: string;
  message: string;
  data?: Params;
  tool?: CompiledTool;
  /** Headers, as names and values in turn. */
  headers?: readonly string[];
}

const toolName = /^[A-Za-z0-9_.-]{1,64}$/;

/** Records a call that does not reach its Function, and responds. */
function reject(
  { exchange, context, admitted }: McpRequest,
  id: IdText,
  given: unknown,
  { rpcCode, status, code, message, data, tool, headers = [] }: Rejection,
): RpcAnswer {
  const rejected = { admitted, called: tool?.called ?? null, bindingId: tool?.binding.bindingId ?? null, input: given };
  recordRejection(context, rejected, { code, message });
  return errorAnswer(id, { status, rpcCode, message, data: { code, requestId: exchange.requestId, ...data }, headers });
}

/** Finds the called tool and checks its mirrored headers. */
function findTool(request: McpRequest, modern: boolean, name: unknown, given: unknown): CompiledTool | Rejection {
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
  const message = describeIssues(issues);
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
  const { called, binding } = tool;
  recordRejection(context, { admitted, called, bindingId: binding.bindingId, input: given }, { code, message });
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
  const accept = () => acceptArguments(called, given, request.bytes, request.table.ignoresUnknown);
  // A large input already has its turn.
  const inTurn = request.bytes <= smallText && isCostly(called);
  const { input, issues } = inTurn
    ? await threadTurns.run({ projectId: admitted.endpoint.projectId, tenantId: admitted.tenantId }, accept)
    : accept();
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
    span: toolSpan(binding.toolName),
    whenClientLeaves: binding.whenClientLeaves,
    onlyReads: binding.annotations.readOnlyHint === true,
  });
  return send(answerOf(request, tool, revision, id, end));
}

function answerOf(request: McpRequest, tool: CompiledTool, revision: Revision, id: IdText, end: CallEnd): RpcAnswer {
  const { table, exchange } = request;
  const { requestId } = exchange;
  if (end.kind === "returned") return resultAnswer(id, returnedResult(table, tool, revision, end));
  if (end.kind === "notStarted") {
    const { code, message, status } = failure("OVERLOADED");
    return errorAnswer(id, {
      status,
      rpcCode: rpcErrors.internal,
      message,
      data: { code, requestId },
      headers: notStarted,
    });
  }
  if (end.requiredCapability !== undefined && revision === modernRevision) {
    const data = { code: end.code, requestId, requiredCapabilities: { [end.requiredCapability]: {} } };
    return errorAnswer(id, { status: 400, rpcCode: rpcErrors.missingCapability, message: end.message, data });
  }
  return resultAnswer(id, failedResult(table, revision, requestId, end));
}
