export type SpanKind = "server" | "client" | "internal";
export type SpanAttributes = Record<string, string | number | boolean>;

/** The W3C trace context that two processes exchange. */
export interface Carrier {
  traceparent: string;
  tracestate?: string | undefined;
}

/** The context from an outside caller; it may be anything or nothing. */
export interface ForeignCarrier {
  traceparent: string | undefined;
  tracestate?: string | undefined;
}

/** One sampled span of a call. A call that is not sampled has no span. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The context that the next process continues. */
  readonly carrier: Carrier;
  /** Begins a span within this one. */
  child: (name: string, kind: SpanKind, attributes?: SpanAttributes) => Span;
  /** Adds attributes. They must hold no argument, result, header, query value or secret. */
  set: (attributes: SpanAttributes) => void;
  /** Marks the span as failed. `type` is a code with few values, such as a status or an error code. */
  fail: (type: string) => void;
  /** Ends the span, once. */
  end: () => void;
}
