// Why: docs/decisions/own-mcp-dispatcher.md
import { callTool } from "./call-tool.ts";
import { classify, headerRevision } from "./classify.ts";
import { accepted, errorAnswer, idText, resultAnswer, rpcErrors, type RpcAnswer } from "./json-rpc.ts";
import { listTools } from "./list-tools.ts";
import type { McpRequest } from "./mcp-request.ts";
import { isLegacy, modernRevision, newestLegacy, type Revision } from "../../deployed/endpoints/bindings/revisions.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { SentNumber, takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";

const isId = (id: unknown): boolean =>
  typeof id === "string" ||
  (typeof id === "number" && Number.isInteger(id)) ||
  (id instanceof SentNumber && /^-?\d+$/.test(id.text));

/**
 * The first number in the parameters that JavaScript cannot represent exactly. If it is in a call's arguments, the
 * model learns of it.
 */
function inexactParam(method: string, { arguments: given, _meta, ...others }: Record<string, unknown>): string | null {
  const { progressToken: _token, ...meta } = isObject(_meta) ? _meta : {};
  const looked = { ...others, ...(method === "tools/call" ? {} : { arguments: given }), _meta: meta };
  const [first] = takeInexact(looked, "params");
  return first === undefined ? null : `${first.path} ${first.message}`;
}

/** Some clients send `null` or an empty list instead of nothing. */
const isLeftOut = (params: unknown): boolean => params == null || (Array.isArray(params) && params.length === 0);

function invalid(
  { exchange }: McpRequest,
  status: number,
  rpcCode: number,
  text: string,
  id: unknown = null,
  data: object = {},
): RpcAnswer {
  const { requestId } = exchange;
  return errorAnswer(idText(id), {
    status,
    rpcCode,
    message: text,
    data: { code: "VALIDATION_ERROR", requestId, ...data },
  });
}

/** Handles one JSON-RPC message: a request by its revision's rules; a notification or a response gets 202. */
export function dispatch(request: McpRequest, message: unknown): RpcAnswer | Promise<RpcAnswer> {
  const { headers } = request.exchange.request;
  if (!isObject(message) || message["jsonrpc"] !== "2.0") {
    const id = isObject(message) && isId(message["id"]) ? message["id"] : null;
    return invalid(request, 400, rpcErrors.invalidRequest, "Invalid request: not a JSON-RPC 2.0 message", id);
  }
  const { id, method } = message;
  if (typeof method !== "string") {
    if (method === undefined && ("result" in message || "error" in message)) return accepted;
    return invalid(request, 400, rpcErrors.invalidRequest, "Invalid request: method is missing", isId(id) ? id : null);
  }
  const given = message["params"];
  const params = isObject(given) ? given : undefined;
  if (!("id" in message)) {
    const revision = headerRevision(headers);
    if (typeof revision === "string") return accepted;
    return invalid(request, 400, revision.rpcCode, revision.message, null, revision.data);
  }
  if (!isId(id))
    return invalid(request, 400, rpcErrors.invalidRequest, "Invalid request: id must be a string or an integer");

  const revision = classify({ method, params }, headers);
  if (typeof revision !== "string") return invalid(request, 400, revision.rpcCode, revision.message, id, revision.data);
  if (params === undefined && !isLeftOut(given)) {
    const status = revision === modernRevision ? 400 : 200;
    return invalid(request, status, rpcErrors.invalidParams, "Invalid params: not an object", id);
  }
  const inexact = request.isExact || params === undefined ? null : inexactParam(method, params);
  if (inexact !== null) return invalid(request, 200, rpcErrors.invalidParams, `Invalid params: ${inexact}`, id);
  return answerMethod(request, revision, method, id, params) ?? unknownMethod(request, revision, id);
}

/** Handles a well-formed request. Undefined: its revision does not have the method. */
function answerMethod(
  request: McpRequest,
  revision: Revision,
  method: string,
  id: unknown,
  params: Record<string, unknown> | undefined,
): RpcAnswer | Promise<RpcAnswer> | undefined {
  const { table, authenticated, admitted } = request;
  const modern = revision === modernRevision;
  switch (method) {
    case "tools/call":
      return callTool(request, revision, idText(id), params);
    case "tools/list": {
      const list = listTools(table, admitted.endpoint, revision, authenticated, params?.["cursor"] ?? undefined);
      if (list !== null) return resultAnswer(idText(id), list);
      return invalid(request, 200, rpcErrors.invalidParams, "Invalid params: the cursor is not known here", id);
    }
    case "server/discover":
      return modern ? resultAnswer(idText(id), table.discover) : undefined;
    case "ping":
      return modern ? undefined : resultAnswer(idText(id), "{}");
    case "initialize":
      return modern ? undefined : initialize(request, id, params);
    default:
      return undefined;
  }
}

/** Handles `initialize`, for the revisions with a handshake. */
function initialize(request: McpRequest, id: unknown, params: Record<string, unknown> | undefined): RpcAnswer {
  if (request.batched)
    return invalid(request, 400, rpcErrors.invalidRequest, "Invalid request: initialize cannot be batched", id);
  const asked = params?.["protocolVersion"];
  if (typeof asked !== "string")
    return invalid(request, 200, rpcErrors.invalidParams, "Invalid params: protocolVersion is missing", id);
  return resultAnswer(idText(id), request.table.initialize[isLegacy(asked) ? asked : newestLegacy]);
}

function unknownMethod({ exchange }: McpRequest, revision: Revision, id: unknown): RpcAnswer {
  return errorAnswer(idText(id), {
    status: revision === modernRevision ? 404 : 200,
    rpcCode: rpcErrors.methodNotFound,
    message: "Method not found",
    data: { code: "METHOD_NOT_ALLOWED", requestId: exchange.requestId },
  });
}
