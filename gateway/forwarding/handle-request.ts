import type { IncomingMessage, ServerResponse } from "node:http";
import { serveOperational, type OperationalState } from "@ferrule/kit/http/operational-routes.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import { traceHeaders } from "@ferrule/kit/tracing/trace-header.ts";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { ServedSite } from "../answers/apps-host.ts";
import { checkPath } from "./check-path.ts";
import type { Connections } from "../proxied/connections.ts";
import type { ConsoleFiles } from "../pages/console-files.ts";
import { isDocumentation } from "../pages/documentation.ts";
import { discardRest } from "@ferrule/kit/http/discard-rest.ts";
import type { ErrorAnswer } from "../answers/error-answer.ts";
import { Exchange } from "./exchange.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { socketOf } from "../http2/stream-of.ts";
import { toOriginForm } from "./origin-form.ts";
import { passedOn } from "./passed-on.ts";
import { prefixOf, type Prefix } from "../answers/prefix-of.ts";
import { endRequestSpan, requestSpan } from "./request-span.ts";
import { sendError } from "../answers/send-error.ts";
import { Turnstile } from "./turnstile.ts";

const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
/** The target of an OPTIONS request about the whole server (RFC 9110 section 9.3.7). */
const wholeServer = "*";
const statusClasses = ["", "1xx", "2xx", "3xx", "4xx", "5xx"];
const operationalPath = /^\/(?:health|ready|metrics)$/;

/** The address from which a request came, according to trusted proxies. */
function clientOf(gateway: GatewayContext, connections: Connections, request: IncomingMessage): string {
  const { address, trusted } = connections.of(socketOf(request));
  return trusted ? gateway.addresses.behind(address, request.headers) : address;
}

/** The headers of the upstream request: the client's allowed ones, then those that only the gateway sets. */
function upstreamHeaders(
  gateway: GatewayContext,
  connections: Connections,
  request: IncomingMessage,
  prefix: Prefix,
  requestId: string,
  served: ServedSite | null,
  span: Span | undefined,
): string[] {
  const headers = passedOn(request.headers, prefix === "api" || served !== null);
  const client = clientOf(gateway, connections, request);
  headers.push("x-request-id", requestId, "x-forwarded-for", client, ...gateway.hopHeaders);
  if (served !== null) headers.push(...onAppsHost);
  if (span !== undefined) headers.push(...traceHeaders(span));
  return headers;
}

/** Tells a worker that the call came through a host of HTTP APIs, where cookies may pass. */
const onAppsHost = ["x-ferrule-apps", "1"];

/** Why we refuse a host: HTTP/1.1 requires exactly one (RFC 9112, section 3.2); HTTP/2 may name the same one twice. */
function hostProblem({ headers, httpVersion, rawHeaders }: IncomingMessage): string | null {
  if (httpVersion === "2.0") return headers.host?.includes(",") === true ? "The request names two hosts." : null;
  if (headers.host === undefined) return httpVersion === "1.1" ? "The request has no Host header." : null;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts += 1;
  }
  // With two hosts, a proxy may have used the other one.
  return hosts > 1 ? "The request has more than one Host header." : null;
}

/** Why we refuse a request before anybody else sees it; null when we do not. */
function problemOf(request: IncomingMessage, path: string): ErrorAnswer | null {
  const message = hostProblem(request);
  if (message !== null) return { code: "VALIDATION_ERROR", message };
  // We would pass on any inner coding unchanged, although nobody has decoded it (RFC 9112 section 6.1).
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked")
    return { code: "NOT_IMPLEMENTED", message: "Send the body without a transfer coding, or chunked." };
  if (request.method === "TRACE" || request.method === "CONNECT") {
    return { code: "METHOD_NOT_ALLOWED", headers: ["allow", allMethods] };
  }
  if (path === wholeServer && request.method === "OPTIONS") return null;
  const code = checkPath(path);
  return code === undefined ? null : { code };
}

type AnswerHere = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  requestId: string,
) => Promise<void>;

/** Handles the requests that are not passed on: for the console's files, the documentation, and operators. */
function answerer(gateway: GatewayContext, files: ConsoleFiles, operational: OperationalState): AnswerHere {
  return async (request, response, path, requestId) => {
    try {
      discardRest(request, gateway.bounds.discardedBytes);
      if (path === wholeServer) {
        response.writeHead(204, ["x-request-id", requestId, "allow", allMethods]).end();
      } else if (operationalPath.test(path)) {
        response.setHeader("x-request-id", requestId);
        await serveOperational(request, response, operational);
      } else {
        (isDocumentation(path) ? gateway.documentation : files).serve(request, response, path, requestId);
      }
    } catch (error) {
      gateway.log.error({ requestId, err: error }, "request failed");
      if (response.headersSent) response.destroy();
      else sendError(response, { code: "INTERNAL" }, "files", requestId);
    }
  };
}

/** Answers every request of the origin: routes by the first segment of a checked path (architecture, "gateway"). */
export function handleRequest(
  gateway: GatewayContext,
  connections: Connections,
  files: ConsoleFiles,
  operational: OperationalState,
): (request: IncomingMessage, response: ServerResponse) => void {
  const turnstile = new Turnstile();
  const answerHere = answerer(gateway, files, operational);

  return (request, response) => {
    const began = performance.now();
    toOriginForm(request);
    const url = request.url ?? "/";
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    const { host } = request.headers;
    const isApps = gateway.apps?.isNamedBy(host) === true;
    // On a host of HTTP APIs, only HTTP APIs are served, whatever the request is for.
    const prefix = isApps ? "http" : prefixOf(path);
    const requestId = requestIdFrom(request.headers["x-request-id"]);
    connections.of(socketOf(request)).response = response;
    if (gateway.draining) response.shouldKeepAlive = false;
    gateway.metrics.began(prefix);
    let exchange: Exchange | undefined;
    let span: Span | undefined;
    response.on("close", () => {
      exchange?.closed();
      const status = response.headersSent ? statusClasses[Math.floor(response.statusCode / 100)] : undefined;
      const durationMs = exchange?.listenedAfterMs ?? performance.now() - began;
      gateway.metrics.ended(prefix, status ?? "gone", durationMs, span?.traceId);
      if (span !== undefined) endRequestSpan(span, response.headersSent ? response.statusCode : undefined);
    });

    const served = isApps ? gateway.apps!.siteOf(host, path) : null;
    const problem = problemOf(request, path) ?? (isApps && served === null ? { code: "NOT_FOUND" as const } : null);
    if (problem !== null) {
      discardRest(request, gateway.bounds.discardedBytes);
      const helpOrigin = isApps ? gateway.publicOrigin : undefined;
      return sendError(response, { ...problem, helpOrigin }, prefix, requestId);
    }
    if (prefix === "files") {
      unwaited(answerHere(request, response, path, requestId), () => response.destroy());
      return;
    }
    span = requestSpan(gateway, request, prefix, requestId);
    const headers = upstreamHeaders(gateway, connections, request, prefix, requestId, served, span);
    const begin = () => {
      exchange = new Exchange(gateway, prefix, request, response, requestId, headers, served);
      exchange.begin();
    };
    const connection = request.httpVersionMajor === 1 ? request.socket : null;
    turnstile.enter(connection, prefix === "api" ? clientOf(gateway, connections, request) : null, response, begin);
  };
}
