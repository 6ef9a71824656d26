import { failure } from "../admission/call-failure.ts";
import { recordRejection } from "../admission/execution-record.ts";
import type { AdmittedCall, CallContext } from "../admission/function-call.ts";
import { runCall, type CallEnd } from "../admission/run-call.ts";
import { acceptInput } from "../endpoints/accept-input.ts";
import type { Authenticated } from "../serving/credential.ts";
import {
  answer,
  fail,
  isOfferedOn,
  notStarted,
  refusal,
  refuse,
  type Exchange,
  type Refusal,
} from "../serving/exchange.ts";
import type { RuntimePath } from "../serving/runtime-path.ts";
import { readCallBody } from "../serving/read-call-body.ts";
import { mergeInput, parseQuery } from "./http-input.ts";
import { isBodiless } from "./is-bodiless.ts";
import { readInputBody, type InputBody } from "./input-body.ts";
import { replyHeaders } from "./reply-headers.ts";
import { shownHeaders } from "./request-headers.ts";
import { StreamedAnswer } from "./streamed-answer.ts";
import type { CompiledRoute, RouteTable } from "./route-table.ts";
import { refusedTarget } from "../tokens/refused-target.ts";

/** An admitted request under `/http`. */
export interface HttpRequest {
  exchange: Exchange;
  context: CallContext;
  admitted: AdmittedCall;
  table: RouteTable;
  authenticated: Authenticated;
  path: RuntimePath;
  /** The origin of PUBLIC_URL. */
  ownOrigin: string;
}

/** An answer to one caller; a Function that wants it kept says so with `ctx.http.respond`. */
const uncached = ["cache-control", "no-store"];
const json = "application/json; charset=utf-8";

/** The route of a request, or why there is none. */
function findRoute(request: HttpRequest): { route: CompiledRoute; values: string[] } | { refused: Refusal } {
  const { table, path, exchange, authenticated, admitted } = request;
  let match: ReturnType<RouteTable["match"]>;
  try {
    match = table.match(path.rest);
  } catch {
    return { refused: refusal("INPUT_INVALID", "The path is not well encoded.") };
  }
  if (match === null) return { refused: refusal("NOT_FOUND") };
  const asked = exchange.request.method;
  const { routes, values } = match;
  const route = routes.get(asked) ?? (asked === "HEAD" ? routes.get("GET") : undefined);
  if (route === undefined) {
    const allowed = [...routes.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    return { refused: refusal("METHOD_NOT_ALLOWED", undefined, ["allow", allowed.join(", ")]) };
  }
  const target = { name: route.name, scope: route.binding.scope };
  const refused = refusedTarget(admitted.endpoint, authenticated, target);
  if (refused === null) return { route, values };
  if (refused !== "unknown") return { refused };
  const who = authenticated.key === null ? "caller" : "key";
  return { refused: refusal("FORBIDDEN", `This ${who} may not call this route.`) };
}

/** Answers what a call came to: the Function's own answer, its value as JSON, or an error in the one shape. */
function answerEnd(exchange: Exchange, route: CompiledRoute, end: CallEnd): void {
  if (end.kind === "notStarted") return refuse(exchange, { ...failure("OVERLOADED"), headers: notStarted });
  if (end.kind === "failed") return refuse(exchange, end);
  if (end.reply?.kind === "http") {
    const { body } = end.reply;
    const status = end.reply.status ?? route.binding.successStatus;
    // The sandbox's word, as everything that comes out of an isolate.
    if (!Number.isInteger(status) || status < 200 || status > 599) return refuse(exchange, failure("OUTPUT_INVALID"));
    const { type, headers } = replyHeaders(end.reply.headers);
    if (isBodiless(status)) return answer(exchange, status, null, "", headers);
    return answer(exchange, status, type ?? "application/octet-stream", body, headers);
  }
  const { successStatus } = route.binding;
  if (isBodiless(successStatus)) return answer(exchange, successStatus, null, "");
  answer(exchange, successStatus, json, end.outputJson, uncached);
}

interface RoutedRequest extends HttpRequest {
  route: CompiledRoute;
  values: readonly string[];
  reject: (refused: Refusal, input?: unknown) => void;
}

/** Merges and checks the input of a request whose body has been read, calls the Function and answers. */
function callRoute(request: RoutedRequest, bytes: Buffer, read: InputBody): void {
  const { exchange, context, admitted, path, route, values, reject, ownOrigin } = request;
  const { called, binding, parameters } = route;
  if ("refused" in read) return reject(read.refused);
  const query = parseQuery(path.query);
  const merged = mergeInput({ parameters, values, query, body: read.body }, called.coercions);
  if ("issues" in merged) return reject({ ...refusal("INPUT_INVALID"), details: { issues: merged.issues } });
  const size = bytes.length + path.rest.length + path.query.length;
  const { input, issues } = acceptInput(called, merged.input, size);
  if (issues !== null) return reject({ ...refusal("INPUT_INVALID"), details: { issues } }, input);
  const { method, headers, url } = exchange.request;
  const http = { method, path: path.rest, headers: shownHeaders(headers), query };
  const httpUrl = `${ownOrigin}${url}`;
  const streamed = new StreamedAnswer(exchange, binding.successStatus, called.hideOutput === null);
  const passedOn = { http, httpBody: bytes, httpUrl, streamed, isOfferedOn: () => isOfferedOn(exchange) };
  runCall(context, { admitted, called, bindingId: binding.bindingId, input, ...passedOn })
    .then((end) => (streamed.opened ? streamed.end(end.kind === "returned") : answerEnd(exchange, route, end)))
    .catch((error: unknown) => fail(exchange, context.log, error));
}

/** Serves an admitted request on an HTTP API: route, body, input, answer. */
export function serveRoute(request: HttpRequest): void {
  const { exchange, context, admitted } = request;
  const found = findRoute(request);
  if ("refused" in found) {
    recordRejection(context, { admitted, called: null, bindingId: null }, found.refused);
    return refuse(exchange, found.refused);
  }
  const { called, binding } = found.route;
  const reject = (refused: Refusal, input: unknown = null) => {
    recordRejection(context, { admitted, called, bindingId: binding.bindingId, input }, refused);
    refuse(exchange, refused);
  };
  readCallBody(exchange, admitted.endpoint, (bytes) => {
    if (bytes === "too-large") return reject(refusal("PAYLOAD_TOO_LARGE"));
    if (bytes === "no-room") return refuse(exchange, refusal("OVERLOADED", undefined, notStarted));
    const routed = { ...request, ...found, reject };
    const read = readInputBody(exchange.request.headers, bytes, found.route);
    if (!(read instanceof Promise)) return callRoute(routed, bytes, read);
    read.then((body) => callRoute(routed, bytes, body)).catch((error: unknown) => fail(exchange, context.log, error));
  });
}
