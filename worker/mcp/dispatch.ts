import { callTool } from "./call-tool.ts";
import { classify, headerRevision } from "./classify.ts";
import { accepted, errorAnswer, idText, resultAnswer, rpcErrors, type RpcAnswer } from "./json-rpc.ts";
import { listTools } from "./list-tools.ts";
import type { McpRequest } from "./mcp-request.ts";
import { isLegacy, modernRevision, newestLegacy } from "./revisions.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";

const isId = (id: unknown): boolean => typeof id === "string" || (typeof id === "number" && Number.isInteger(id));

/** Answers one JSON-RPC message: a request by its revision's rules, a notification or a posted response with 202. */
export function dispatch(request: McpRequest, message: unknown): RpcAnswer | Promise<RpcAnswer> {
  const { requestId } = request.exchange;
  const { headers } = request.exchange.request;
  const invalid = (status: number, rpcCode: number, text: string, id: unknown = null, data: object = {}) =>
    errorAnswer(idText(id), { status, rpcCode, message: text, data: { code: "VALIDATION_ERROR", requestId, ...data } });

  if (!isObject(message) || message["jsonrpc"] !== "2.0") {
    const id = isObject(message) && isId(message["id"]) ? message["id"] : null;
    return invalid(400, rpcErrors.invalidRequest, "Invalid request: not a JSON-RPC 2.0 message", id);
  }
  const { id, method } = message;
  if (typeof method !== "string") {
    if (method === undefined && ("result" in message || "error" in message)) return accepted;
    return invalid(400, rpcErrors.invalidRequest, "Invalid request: method is missing", isId(id) ? id : null);
  }
  const params = isObject(message["params"]) ? message["params"] : undefined;
  if (!("id" in message)) {
    const revision = headerRevision(headers);
    return typeof revision === "string"
      ? accepted
      : invalid(400, revision.rpcCode, revision.message, null, revision.data);
  }
  if (!isId(id)) return invalid(400, rpcErrors.invalidRequest, "Invalid request: id must be a string or an integer");

  const revision = classify({ method, params }, headers);
  if (typeof revision !== "string") return invalid(400, revision.rpcCode, revision.message, id, revision.data);
  const modern = revision === modernRevision;
  if (message["params"] !== undefined && params === undefined) {
    return invalid(modern ? 400 : 200, rpcErrors.invalidParams, "Invalid params: not an object", id);
  }
  const { table, authenticated } = request;
  switch (method) {
    case "tools/call":
      return callTool(request, revision, idText(id), params);
    case "tools/list": {
      const list = listTools(table, revision, authenticated.key, params?.["cursor"]);
      if (list === null)
        return invalid(200, rpcErrors.invalidParams, "Invalid params: the cursor is not known here", id);
      return resultAnswer(idText(id), list);
    }
    case "server/discover":
      if (modern) return resultAnswer(idText(id), table.discover);
      break;
    case "ping":
      if (!modern) return resultAnswer(idText(id), "{}");
      break;
    case "initialize": {
      if (modern) break;
      if (request.batched)
        return invalid(400, rpcErrors.invalidRequest, "Invalid request: initialize cannot be batched", id);
      const asked = params?.["protocolVersion"];
      if (typeof asked !== "string") {
        return invalid(200, rpcErrors.invalidParams, "Invalid params: protocolVersion is missing", id);
      }
      return resultAnswer(idText(id), table.initialize[isLegacy(asked) ? asked : newestLegacy]);
    }
    default:
  }
  const data = { code: "METHOD_NOT_ALLOWED", requestId };
  return errorAnswer(idText(id), {
    status: modern ? 404 : 200,
    rpcCode: rpcErrors.methodNotFound,
    message: "Method not found",
    data,
  });
}
