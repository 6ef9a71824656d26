import type { Carrier, ForeignCarrier, Span, SpanAttributes, SpanKind } from "./span.ts";

/** How a role traces. */
export interface TracingSettings {
  /** The OTLP receiver's address for traces. */
  url: string;
  /** Sent with each export. */
  headers: Record<string, string>;
  protocol: "http/protobuf" | "http/json";
  /** The share of calls that are traced, from 0 to 1. */
  ratio: number;
  /** Whether we follow a caller's own decision to trace, instead of the share. */
  followsCallers: boolean;
  serviceName: string;
  /** How long to gather finished spans before sending them. */
  delayMs: number;
}

interface Beginning {
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
}

/** Makes the spans of one role. It exists only while tracing is on. */
export interface Tracing extends AsyncDisposable {
  /**
   * Begins the first span of a call here. `from` is the caller's context, which we do not trust. Undefined when the
   * call is not sampled.
   */
  begin: (beginning: Beginning, from?: ForeignCarrier) => Span | undefined;
  /**
   * Begins a span below one of another role, which decided to sample. Undefined when that role sent no valid context.
   */
  proceed: (beginning: Beginning, from: Carrier) => Span | undefined;
  /**
   * Begins a span of something that goes on in several parts and that no traced call has started. All spans of one `id`
   * belong to one trace, whichever process begins them, or none of them is sampled. A caller must not choose the id.
   */
  gather: (beginning: Beginning, id: string) => Span | undefined;
  /**
   * Begins a span whose caller names its parent in `from`, as in MCP's `_meta`. It is then part of the caller's trace,
   * and links to `within`, the context that another role sent. Undefined: the call is not sampled.
   */
  join: (beginning: Beginning, from: ForeignCarrier, within: Carrier | undefined) => Span | undefined;
  /**
   * The trace context for the outbound requests of a call whose caller did not want a trace (flag `00`). With it, the
   * services that they reach still belong to the caller's trace (W3C Trace Context, section 4.3). Undefined when the
   * caller sent no context, or we do not follow callers.
   */
  passOn: (from: ForeignCarrier) => Carrier | undefined;
}
