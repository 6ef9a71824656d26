import type { IncomingMessage, ServerResponse } from "node:http";
import { serveOperational, type OperationalState } from "@ferrule/kit/operational-routes.ts";
import { requestIdFrom } from "@ferrule/kit/request-id.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { checkPath } from "./check-path.ts";
import type { Connections } from "./connections.ts";
import type { ConsoleFiles } from "./console-files.ts";
import { discardRest } from "@ferrule/kit/discard-rest.ts";
import { Exchange } from "./exchange.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { passedOn } from "./passed-on.ts";
import { prefixOf, type Prefix } from "./prefix-of.ts";
import { sendError } from "./send-error.ts";

const statusClasses = ["", "1xx", "2xx", "3xx", "4xx", "5xx"];
const operationalPath = /^\/(?:health|ready|metrics)$/;

/** The headers of the upstream request: the client's allowed ones, then those that only the gateway sets. */
function upstreamHeaders(
  gateway: GatewayContext,
  connections: Connections,
  request: IncomingMessage,
  prefix: Prefix,
  requestId: string,
): string[] {
  const headers = passedOn(request.headers, prefix === "api");
  const { address, trusted } = connections.of(request.socket);
  const forwardedFor = request.headers["x-forwarded-for"];
  const client = trusted ? gateway.addresses.behind(address, forwardedFor as string | undefined) : address;
  headers.push("x-request-id", requestId, "x-forwarded-for", client, ...gateway.hopHeaders);
  return headers;
}

/** Answers every request of the origin: routes by the first segment of a checked path (architecture, "gateway"). */
export function handleRequest(
  gateway: GatewayContext,
  connections: Connections,
  files: ConsoleFiles,
  operational: OperationalState,
): (request: IncomingMessage, response: ServerResponse) => void {
  async function answerHere(request: IncomingMessage, response: ServerResponse, path: string, requestId: string) {
    try {
      discardRest(request, gateway.bounds.discardedBytes);
      if (operationalPath.test(path)) {
        response.setHeader("x-request-id", requestId);
        await serveOperational(request, response, operational);
      } else {
        files.serve(request, response, path, requestId);
      }
    } catch (error) {
      gateway.log.error({ requestId, err: error }, "request failed");
      if (response.headersSent) response.destroy();
      else sendError(response, { code: "INTERNAL" }, "files", requestId);
    }
  }

  return (request, response) => {
    const began = performance.now();
    const url = request.url ?? "/";
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    const prefix = prefixOf(path);
    const requestId = requestIdFrom(request.headers["x-request-id"]);
    connections.of(request.socket).response = response;
    if (gateway.draining) response.shouldKeepAlive = false;
    gateway.metrics.began(prefix);
    let exchange: Exchange | undefined;
    response.on("close", () => {
      exchange?.closed();
      const status = response.headersSent ? statusClasses[Math.floor(response.statusCode / 100)] : undefined;
      gateway.metrics.ended(prefix, status ?? "gone", performance.now() - began);
    });

    // RFC 9112, section 3.2: HTTP/1.1 requires a host.
    if (request.headers.host === undefined && request.httpVersion === "1.1") {
      discardRest(request, gateway.bounds.discardedBytes);
      const message = "The request has no Host header.";
      return sendError(response, { code: "VALIDATION_ERROR", message }, prefix, requestId);
    }
    const problem = request.method === "TRACE" ? "METHOD_NOT_ALLOWED" : checkPath(path);
    if (problem !== undefined) {
      discardRest(request, gateway.bounds.discardedBytes);
      const headers = problem === "METHOD_NOT_ALLOWED" ? ["allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"] : [];
      return sendError(response, { code: problem, headers }, prefix, requestId);
    }
    if (prefix === "files") {
      unwaited(answerHere(request, response, path, requestId), () => response.destroy());
      return;
    }
    const headers = upstreamHeaders(gateway, connections, request, prefix, requestId);
    exchange = new Exchange(gateway, prefix, request, response, requestId, headers);
    exchange.begin();
  };
}
