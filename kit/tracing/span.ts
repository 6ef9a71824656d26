export type SpanKind = "server" | "client" | "internal";
export type SpanAttributes = Record<string, string | number | boolean>;

/** The W3C trace context that two processes exchange. */
export interface Carrier {
  traceparent: string;
  tracestate?: string | undefined;
}

/** What somebody outside sent in place of it, which may be anything or nothing. */
export interface ForeignCarrier {
  traceparent: string | undefined;
  tracestate?: string | undefined;
}

/** One sampled step of a call. Nobody holds one for a call that is not sampled. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** What the next process continues from. */
  readonly carrier: Carrier;
  /** Begins a step within this one. */
  child: (name: string, kind: SpanKind, attributes?: SpanAttributes) => Span;
  /** Adds attributes. They must hold no argument, result, header, query value or secret. */
  set: (attributes: SpanAttributes) => void;
  /** Marks the step as failed. `type` is a code of few values, such as a status or an error code. */
  fail: (type: string) => void;
  /** Ends the step, once. */
  end: () => void;
}
