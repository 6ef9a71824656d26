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
  /** Whether a caller's own decision to trace is followed, instead of the share. */
  followsCallers: boolean;
  serviceName: string;
  /** How long finished spans gather before they leave. */
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
   * Begins the first span of a call here. `from` is what the caller sent, which is not trusted. Undefined: the call is
   * not sampled.
   */
  begin: (beginning: Beginning, from?: ForeignCarrier) => Span | undefined;
  /** Begins a span below one of another role, which has decided to sample. Undefined: what it sent is no context. */
  proceed: (beginning: Beginning, from: Carrier) => Span | undefined;
  /**
   * Begins a span whose caller says by `from` where it belongs, as MCP's `_meta` does. It is then part of the caller's
   * trace, and links to `within`, the context that another role sent. Undefined: the call is not sampled.
   */
  join: (beginning: Beginning, from: ForeignCarrier, within: Carrier | undefined) => Span | undefined;
  /**
   * What the requests of a call carry on whose caller asked for no trace (flag `00`), so that what they reach belongs to the
   * caller's trace all the same (W3C Trace Context, section 4.3). Undefined: the caller sent no context, or is not followed.
   */
  passOn: (from: ForeignCarrier) => Carrier | undefined;
}
