// Why: docs/decisions/own-mcp-dispatcher.md
import { classify, headerRevision, type Misfit } from "./classify.ts";
import { accepted, errorAnswer, idText, rpcErrors, type IdText, type RpcAnswer } from "./json-rpc.ts";
import { invalid, invalidParams } from "./invalid.ts";
import type { McpRequest } from "./mcp-request.ts";
import type { Method, Methods, Params } from "./method.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
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
function inexactParam(method: Method | undefined, { arguments: given, _meta, ...others }: Params): string | null {
  const { progressToken: _token, ...meta } = isObject(_meta) ? _meta : {};
  const looked = { ...others, ...(method?.readsNumbers === true ? {} : { arguments: given }), _meta: meta };
  const [first] = takeInexact(looked, "params");
  return first === undefined ? null : `${first.path} ${first.message}`;
}

/** Some clients send `null` or an empty list instead of nothing. */
const isLeftOut = (params: unknown): boolean => params == null || (Array.isArray(params) && params.length === 0);

/** Handles one JSON-RPC message: a request by its revision's rules; a notification or a response gets 202. */
export function dispatch(request: McpRequest, message: unknown, methods: Methods): RpcAnswer | Promise<RpcAnswer> {
  const { headers } = request.exchange.request;
  const refuse = (text: string, id: unknown = null) =>
    invalid(request, 400, rpcErrors.invalidRequest, `Invalid request: ${text}`, idText(id));
  if (!isObject(message) || message["jsonrpc"] !== "2.0") {
    return refuse("not a JSON-RPC 2.0 message", isObject(message) && isId(message["id"]) ? message["id"] : null);
  }
  const { id, method: name, params: given } = message;
  if (typeof name !== "string") {
    if (name === undefined && ("result" in message || "error" in message)) return takeResponse(request, message);
    return refuse("method is missing", isId(id) ? id : null);
  }
  if (!("id" in message)) {
    const revision = headerRevision(headers);
    return typeof revision === "string" ? accepted : misfitAnswer(request, revision, idText(null));
  }
  if (!isId(id)) return refuse("id must be a string or an integer");
  return answerRequest(request, { name, given, id: idText(id) }, methods);
}

/**
 * Takes the client's response to a question, which may be one of another worker. It accepts what it does not know: whoever
 * sent it has nothing to learn here.
 */
async function takeResponse(request: McpRequest, message: Params): Promise<RpcAnswer> {
  const taken = await request.questions.take(request.admitted, message);
  if (taken !== "silent") return accepted;
  const text = "The answer cannot be handed on just now. Send it again.";
  return { ...invalid(request, 503, rpcErrors.internal, text), headers: ["retry-after", "1"] };
}

const misfitAnswer = (request: McpRequest, { rpcCode, message, data }: Misfit, id: IdText): RpcAnswer =>
  invalid(request, 400, rpcCode, message, id, data);

/** Handles a request with an id, by the rules of its revision. */
function answerRequest(
  request: McpRequest,
  { name, given, id }: { name: string; given: unknown; id: IdText },
  methods: Methods,
): RpcAnswer | Promise<RpcAnswer> {
  const params = isObject(given) ? given : undefined;
  const method = methods.get(name);
  const revision = classify({ name, method, params }, request.exchange.request.headers);
  if (typeof revision !== "string") return misfitAnswer(request, revision, id);
  if (params === undefined && !isLeftOut(given)) {
    const status = revision === modernRevision ? 400 : 200;
    return invalid(request, status, rpcErrors.invalidParams, "Invalid params: not an object", id);
  }
  const inexact = request.isExact || params === undefined ? null : inexactParam(method, params);
  if (inexact !== null) return invalidParams(request, id, inexact);
  const answer = method?.isIn(revision) === true ? method.handle(request, revision, id, params) : undefined;
  return answer ?? unknownMethod(request, revision, id);
}

function unknownMethod({ exchange }: McpRequest, revision: Revision, id: IdText): RpcAnswer {
  return errorAnswer(id, {
    status: revision === modernRevision ? 404 : 200,
    rpcCode: rpcErrors.methodNotFound,
    message: "Method not found",
    data: { code: "METHOD_NOT_ALLOWED", requestId: exchange.requestId },
  });
}
