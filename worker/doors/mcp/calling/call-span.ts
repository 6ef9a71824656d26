import type { ForeignCarrier, Span, SpanAttributes } from "@ferrule/kit/tracing/span.ts";
import { callersTrace, sentTrace } from "@ferrule/kit/tracing/trace-header.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The trace context in `_meta`: the keys of W3C Trace Context without a prefix (MCP 2026-07-28, SEP-414). */
const contextIn = (meta: Record<string, unknown>): ForeignCarrier | undefined => {
  const traceparent = text(meta["traceparent"]);
  return traceparent === undefined ? undefined : { traceparent, tracestate: text(meta["tracestate"]) };
};

/** What a call is called in traces, by the semantic conventions for MCP. */
export interface SpanOfCall {
  method: string;
  /** The name of the tool, the resource or the prompt. It follows the method in the span's name. */
  target: string;
  /** Attributes of its kind, which hold nothing that the client sent. */
  attributes: SpanAttributes;
  revision: string;
  meta: Record<string, unknown>;
}

export const toolSpan = (tool: string): Pick<SpanOfCall, "method" | "target" | "attributes"> => ({
  method: "tools/call",
  target: tool,
  attributes: { "gen_ai.tool.name": tool, "gen_ai.operation.name": "execute_tool" },
});

/**
 * The span of a call, by the semantic conventions for MCP. Its parent is the client's span, if `_meta` names one.
 * Undefined: the call is not traced.
 */
export function callSpan({ context, exchange, admitted }: McpRequest, named: SpanOfCall): Span | undefined {
  const { tracing } = context;
  if (tracing === undefined) return undefined;
  const { method, target, attributes, revision, meta } = named;
  const sent = sentTrace(exchange.request.headers);
  const from = contextIn(meta);
  if (sent === undefined && from === undefined) return undefined;
  const { endpoint, requestId } = admitted;
  const beginning = {
    name: `${method} ${target}`,
    kind: "server",
    attributes: {
      "mcp.method.name": method,
      "mcp.protocol.version": revision,
      ...attributes,
      "deployment.environment.name": endpoint.environment,
      "ferrule.project_id": endpoint.projectId,
      "ferrule.request_id": requestId,
    },
  } as const;
  if (from !== undefined) return tracing.join(beginning, from, sent);
  return sent === undefined ? undefined : tracing.proceed(beginning, sent);
}

/**
 * The trace context for the Function's own requests, if its client requested no trace, either in `_meta` or in the
 * headers.
 */
export const unsampledContext = ({ context, exchange }: McpRequest, meta: Record<string, unknown>) =>
  context.tracing?.passOn(contextIn(meta) ?? callersTrace(exchange.request.headers));

/** Ends the span. If the Function failed, so does the span, although the response is HTTP 200. */
export function endCallSpan(span: Span, failed: string | null): void {
  if (failed !== null) {
    span.fail("tool_error");
    span.set({ "ferrule.error_code": failed });
  }
  span.end();
}
