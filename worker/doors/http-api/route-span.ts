import type { Span } from "@ferrule/kit/tracing/span.ts";
import { sentTrace } from "@ferrule/kit/tracing/trace-header.ts";
import type { CallEnd } from "../../calls/admission/run-call.ts";
import type { RouteAnswer } from "./sent-answer.ts";
import type { AdmittedCall, CallContext } from "../../calls/admission/function-call.ts";
import type { Exchange } from "../serving/exchange.ts";

interface CalledRoute {
  context: Pick<CallContext, "tracing">;
  exchange: Pick<Exchange, "request">;
  admitted: Pick<AdmittedCall, "endpoint" | "requestId">;
  path: { endpoint: string };
  route: { binding: { path: string } };
}

/**
 * The span of a route's call, by the semantic conventions for HTTP. It names only the route, because the path holds
 * arguments. Undefined: the call is not traced.
 */
export function routeSpan({ context, exchange, admitted, path, route }: CalledRoute): Span | undefined {
  const { tracing } = context;
  if (tracing === undefined) return undefined;
  const sent = sentTrace(exchange.request.headers);
  if (sent === undefined) return undefined;
  const { method } = exchange.request;
  const template = `${path.endpoint}${route.binding.path}`;
  return tracing.proceed(
    {
      name: `${method} ${template}`,
      kind: "server",
      attributes: {
        "http.request.method": method,
        "http.route": template,
        "deployment.environment.name": admitted.endpoint.environment,
        "ferrule.project_id": admitted.endpoint.projectId,
        "ferrule.request_id": admitted.requestId,
      },
    },
    sent,
  );
}

/** Ends the span with the response; null: the response was streamed. */
export function endRouteSpan(span: Span, answer: RouteAnswer | null, end: CallEnd): void {
  const status = answer === null ? undefined : "refused" in answer ? answer.refused.status : answer.status;
  if (status !== undefined) span.set({ "http.response.status_code": status });
  if (end.kind === "failed") span.fail(end.code);
  else if (status !== undefined && status >= 500) span.fail(String(status));
  span.end();
}
