import type { FastifyRequest } from "fastify";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import { sentTrace } from "@ferrule/kit/tracing/trace-header.ts";
import type { App } from "../../ground/app.ts";

/**
 * The span of a request that another role sent as part of a traced call. The sender must have proven its role.
 * Undefined when the request is not traced.
 */
export function requestSpan(
  { tracing }: App,
  { method, headers, id }: FastifyRequest,
  route: string,
): Span | undefined {
  const sent = tracing === undefined ? undefined : sentTrace(headers);
  if (tracing === undefined || sent === undefined) return undefined;
  const attributes = { "http.request.method": method, "http.route": route, "ferrule.request_id": id };
  return tracing.proceed({ name: `${method} ${route}`, kind: "server", attributes }, sent);
}

/** Ends a span with the status of the answer. */
export function endRequestSpan(span: Span, status: number): void {
  span.set({ "http.response.status_code": status });
  if (status >= 500) span.fail(String(status));
  span.end();
}
