import type { IncomingMessage } from "node:http";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import { callersTrace } from "@ferrule/kit/tracing/trace-header.ts";
import type { GatewayContext } from "./gateway-context.ts";
import type { Prefix } from "../answers/prefix-of.ts";

/** The names of a caller's environment, Project and endpoint. The rest of the path holds arguments. */
const endpoint = /^\/(?:mcp|http)(?:\/[^/?]{1,64}){3}/;
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * The first span of a request from outside, by the semantic conventions for HTTP. It leaves out the path, which may
 * hold arguments. Undefined when the request is not traced.
 */
export function requestSpan(
  { tracing }: GatewayContext,
  { method: asked = "GET", url = "/", headers }: IncomingMessage,
  prefix: Prefix,
  requestId: string,
): Span | undefined {
  if (tracing === undefined) return undefined;
  const method = methods.has(asked) ? asked : "_OTHER";
  const span = tracing.begin(
    { name: `${method === "_OTHER" ? "HTTP" : method} /${prefix}`, kind: "server" },
    callersTrace(headers),
  );
  const route = span === undefined ? undefined : endpoint.exec(url)?.[0];
  span?.set({
    "http.request.method": method,
    "ferrule.request_id": requestId,
    ...(route === undefined ? {} : { "url.path": route }),
  });
  return span;
}

/** Ends the span. `status` undefined: the client left before its answer began. */
export function endRequestSpan(span: Span, status: number | undefined): void {
  if (status !== undefined) span.set({ "http.response.status_code": status });
  if (status === undefined || status >= 500) span.fail(status === undefined ? "client_gone" : String(status));
  span.end();
}
