import type { FastifyRequest } from "fastify";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import { sentTrace } from "@ferrule/kit/tracing/trace-header.ts";
import type { App } from "../../ground/app.ts";

/**
 * The step of a request that another role has sent as a part of a traced call. Who sends it must have proven to be one.
 * Undefined: it is not traced.
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

/** Ends it with the status of its answer. */
export function endRequestSpan(span: Span, status: number): void {
  span.set({ "http.response.status_code": status });
  if (status >= 500) span.fail(String(status));
  span.end();
}
