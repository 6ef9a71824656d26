import { hash } from "node:crypto";
import { recordRejection } from "../../calls/admission/execution-record.ts";
import type { AdmittedCall, CallContext } from "../../calls/admission/function-call.ts";
import { isOfWorker, runCall, type CallEnd } from "../../calls/admission/run-call.ts";
import type { Replays } from "../deliveries/replays.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import { isCostly } from "../../deployed/endpoints/functions/costly-checks.ts";
import { inTurn } from "../serving/in-turn.ts";
import { acceptInput } from "../../deployed/endpoints/functions/accept-input.ts";
import type { Authenticated } from "../serving/credential.ts";
import { answer, fail, isOfferedOn, refusal, refuse, type Exchange, type Refusal } from "../serving/exchange.ts";
import type { DeliveryRule } from "@ferrule/contract/resources/delivery.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { endsWithClient, watchClient } from "../serving/watch-client.ts";
import type { RuntimePath } from "../serving/runtime-path.ts";
import { bodyRefusals, readCallBody } from "../serving/body/read-call-body.ts";
import { answerLater, isHandshake } from "./answer-later.ts";
import { mergeInput, parseQuery, withoutDigest, type Query } from "./input/http-input.ts";
import { honourKey, type KeyedCall } from "./idempotency/honour-key.ts";
import { idempotencyKey, placeOf, requestOf } from "./idempotency/idempotency-key.ts";
import { routeAnswer, routeStatus } from "./route-answer.ts";
import { sendAnswer } from "./send-answer.ts";
import type { RouteAnswer } from "./sent-answer.ts";
import { isDurable, runNeed, type RunNeed } from "../runs/run-need.ts";
import type { RunMeans } from "../runs/start-run.ts";
import { callAsRun } from "./run-route.ts";
import { readInputBody, type InputBody } from "./input/input-body.ts";
import { shownHeaders } from "./input/request-headers.ts";
import { StreamedAnswer } from "./streamed-answer.ts";
import type { CompiledRoute, RouteTable } from "../../deployed/endpoints/bindings/route-table.ts";
import { endRouteSpan, routeSpan } from "./route-span.ts";
import { callersTrace } from "@ferrule/kit/tracing/trace-header.ts";
import { refusedTarget } from "../tokens/refused-target.ts";

/** An admitted request under `/http`. */
export interface HttpRequest {
  exchange: Exchange;
  context: CallContext;
  admitted: AdmittedCall;
  table: RouteTable;
  authenticated: Authenticated;
  path: RuntimePath;
  /** The origin that the caller sees. */
  ownOrigin: string;
  deliveries: DeliveryStore;
  replays: Replays;
  runs: RunMeans;
}

/** The route of a request, or why there is none. */
function findRoute(
  request: HttpRequest,
): { route: CompiledRoute; values: string[] } | { refused: Refusal } | { allowed: string } {
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
  const startsMore = route !== undefined && (route.binding.delivery !== undefined || isDurable(route.called));
  const isOnlyAsked = asked === "HEAD" && startsMore;
  if (route === undefined || isOnlyAsked) {
    const methods = [...routes.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    const allowed = [...methods, "OPTIONS"].join(", ");
    return asked === "OPTIONS"
      ? { allowed }
      : { refused: refusal("METHOD_NOT_ALLOWED", undefined, ["allow", allowed]) };
  }
  const target = { name: route.name, scope: route.binding.scope };
  const refused = refusedTarget(admitted.endpoint, authenticated, target);
  if (refused === null) return { route, values };
  if (refused !== "unknown") return { refused };
  const who = authenticated.key === null ? "caller" : "key";
  return { refused: refusal("FORBIDDEN", `This ${who} may not call this route.`) };
}

interface RoutedRequest extends HttpRequest {
  route: CompiledRoute;
  values: readonly string[];
  reject: (refused: Refusal, input?: unknown) => void;
}

/** The call's key, if its route supports keys; otherwise null. */
function keyedCall(
  { exchange, context, admitted, route, path }: RoutedRequest,
  bytes: Buffer,
): KeyedCall | { refused: Refusal } | null {
  const { bindingId, idempotency } = route.binding;
  if (idempotency === undefined || idempotency === "off") return null;
  const { headers } = exchange.request;
  const key = idempotencyKey(headers);
  if (key === undefined) return { refused: refusal("INPUT_INVALID", "The Idempotency-Key is not valid.") };
  if (key === null && idempotency === "optional") return null;
  if (key === null) return { refused: refusal("INPUT_INVALID", "This route needs an Idempotency-Key.") };
  const place = placeOf(admitted, bindingId, key);
  const request = requestOf(path.rest, path.query, headers["content-type"] ?? "", bytes);
  return { context, admitted, route, place, request };
}

/** The body's whole value, if it may be one property of the input. */
const wholeOf = (body: Record<string, unknown> | null, property: string | undefined): unknown =>
  property === undefined ? body : body?.[property];

/**
 * Runs a call. A signed call runs only if the same signed request has neither succeeded before nor is under way.
 */
function unlessReplayed(request: RoutedRequest, input: unknown, run: () => Promise<void>): void {
  const { authenticated, replays, exchange, admitted, reject, context, route } = request;
  const { signed } = authenticated;
  if (signed === undefined) return unwaited(run(), (error) => fail(exchange, context.log, error));
  const { projectId, environment, id: endpointId, preview } = admitted.endpoint;
  const { timeoutMs } = route.called.artifact;
  const replayKey = preview === null ? signed.replayKey : hash("sha256", `${preview.id} ${signed.replayKey}`);
  const asked = { projectId, environment, endpointId, timeoutMs, ...signed, replayKey };
  const claiming = replays.claim(asked).then((claimed) => {
    if (claimed === null) return reject(refusal("UNAVAILABLE", undefined, ["retry-after", "5"]), input);
    if (claimed === "seen") return reject(refusal("CONFLICT", "This signed request was received before."), input);
    exchange.onAnswer = (status) => claimed.settle(status < 400);
    return run();
  });
  unwaited(claiming, (error) => fail(exchange, context.log, error));
}

/** A request with valid input. */
interface AcceptedRequest extends RoutedRequest {
  input: unknown;
  bytes: Buffer;
  query: Query;
  httpUrl: string;
}

const noDeliveries = "A preview takes no deliveries. Deploy the Project to call this route.";

/** Stores the request, then responds. A preview stores none: nothing would run it when the preview has ended. */
function callLater(request: AcceptedRequest, rule: DeliveryRule): void {
  const { exchange, context, admitted, route, path, authenticated, input, bytes: body, httpUrl: url } = request;
  if (admitted.endpoint.preview !== null) return request.reject(refusal("NOT_IMPLEMENTED", noDeliveries), input);
  const headers = shownHeaders(exchange.request.headers, exchange.site !== null);
  const asked = { path: path.rest, query: path.query, headers, url, body, signed: authenticated.signed };
  const reject = (refused: Refusal) => request.reject(refused, input);
  const answering = answerLater({ exchange, admitted, route, rule, ...asked }, request.deliveries, reject);
  unwaited(answering, (error) => fail(exchange, context.log, error));
}

const noRuns = "A preview starts no runs, and asks nobody for approval. Deploy the Project to call this route.";

/** Starts a run of the Function. A preview starts none: nothing would run it when the preview has ended. */
function callAsRunOnce(request: AcceptedRequest, need: RunNeed): void {
  const { admitted, input } = request;
  if (admitted.endpoint.preview !== null) return request.reject(refusal("NOT_IMPLEMENTED", noRuns), input);
  const reject = (refused: Refusal) => request.reject(refused, input);
  unlessReplayed(request, input, () => callAsRun({ ...request, need, reject }));
}

/** Calls the Function and sends its response. */
function callNow(request: AcceptedRequest): void {
  const { exchange, context, admitted, path, route, reject, input, bytes, query, httpUrl } = request;
  const { called, binding } = route;
  const { method, headers } = exchange.request;
  const { site } = exchange;
  const cookiePlace = site?.cookies ?? null;
  const http = { method, path: path.rest, headers: shownHeaders(headers, site !== null), query, cookiePlace };
  const streamed = new StreamedAnswer(exchange, binding.successStatus, called.hideOutput === null);
  const answered = (end: CallEnd): RouteAnswer | null => {
    if (!streamed.opened) return routeAnswer(route, end, cookiePlace);
    streamed.end(end.kind === "returned");
    exchange.onAnswer?.(end.kind === "returned" ? 200 : 500);
    return null;
  };
  const passedOn = { http, httpBody: bytes, httpUrl, streamed, isOfferedOn: () => isOfferedOn(exchange) };
  const run = async () => {
    const span = routeSpan(request);
    const { left, signal, stop } = watchClient(exchange.response, endsWithClient(binding, binding.method === "GET"));
    const unsampled = span === undefined ? context.tracing?.passOn(callersTrace(headers)) : undefined;
    const httpStatusOf = (end: CallEnd) => streamed.status ?? routeStatus(route, end);
    const given = {
      httpStatusOf,
      admitted,
      called,
      bindingId: binding.bindingId,
      input,
      span,
      unsampled,
      signal,
      clientLeft: left,
    };
    const end = await runCall(context, { ...given, ...passedOn });
    stop();
    if (isOfWorker(end)) exchange.hasFailedHere = true;
    const toSend = answered(end);
    if (span !== undefined) endRouteSpan(span, toSend, end);
    return toSend;
  };
  const keyed = keyedCall(request, bytes);
  if (keyed !== null && "refused" in keyed) return reject(keyed.refused, input);
  unlessReplayed(request, input, async () => {
    const end = await (keyed === null ? run() : honourKey(keyed, run));
    if (end !== null) await sendAnswer(exchange, binding, end);
  });
}

/** Merges and checks the input of a request after reading its body, calls the Function and responds. */
function callRoute(request: RoutedRequest, bytes: Buffer, read: InputBody): void {
  const { exchange, path, route, values, reject, ownOrigin } = request;
  const { called, binding, parameters } = route;
  if ("refused" in read) return reject(read.refused);
  const query = withoutDigest(parseQuery(path.query), exchange.request.headers, called.artifact.inputSchema);
  const merged = mergeInput({ parameters, values, query, body: read.body }, called.coercions);
  if ("issues" in merged) return reject({ ...refusal("INPUT_INVALID"), details: { issues: merged.issues } });
  const size = bytes.length + path.rest.length + path.query.length;
  const { input, issues } = acceptInput(called, merged.input, size, request.authenticated.signed !== undefined);
  if (issues !== null) return reject({ ...refusal("INPUT_INVALID"), details: { issues } }, input);
  const accepted = { ...request, input, bytes, query, httpUrl: `${ownOrigin}${exchange.request.url}` };
  const rule = binding.delivery;
  const isLater = rule !== undefined && !isHandshake(exchange.request.headers, wholeOf(read.body, route.property));
  if (isLater) return callLater(accepted, rule);
  const need = runNeed(request.admitted.endpoint, called, route.name, input);
  if (need === null) callNow(accepted);
  else callAsRunOnce(accepted, need);
}

/** Serves an admitted request on an HTTP API: route, body, input, response. */
export function serveRoute(request: HttpRequest): void {
  const { exchange, context, admitted } = request;
  const found = findRoute(request);
  if ("refused" in found) {
    recordRejection(context, { admitted, called: null, bindingId: null }, found.refused);
    return refuse(exchange, found.refused);
  }
  if ("allowed" in found) return answer(exchange, 204, null, "", ["allow", found.allowed]);
  const { called, binding } = found.route;
  const reject = (refused: Refusal, input: unknown = null) => {
    recordRejection(context, { admitted, called, bindingId: binding.bindingId, input }, refused);
    refuse(exchange, refused);
  };
  readCallBody(exchange, admitted.endpoint, (bytes) => {
    if (bytes === "no-room") return refuse(exchange, bodyRefusals[bytes]);
    if (typeof bytes === "string") return reject(bodyRefusals[bytes]);
    const routed = { ...request, ...found, reject };
    const size = isCostly(called) ? Infinity : bytes.length;
    const inTurnOf = (work: () => void) => inTurn(exchange, context, admitted, size, work);
    inTurnOf(() => {
      const read = readInputBody(exchange.request.headers, bytes, found.route);
      if (!(read instanceof Promise)) return callRoute(routed, bytes, read);
      const reading = read.then((body) => inTurnOf(() => callRoute(routed, bytes, body)));
      unwaited(reading, (error) => fail(exchange, context.log, error));
    });
  });
}
