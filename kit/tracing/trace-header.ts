import type { IncomingHttpHeaders } from "node:http";
import type { Carrier, ForeignCarrier, Span } from "./span.ts";

/*
 * How the roles pass on the context of a sampled call. These headers exist only between roles: a gateway drops those of
 * a caller, and a role reads them only from a peer that has proven itself. `traceparent` itself stays as the caller
 * sent it.
 */
const parent = "x-ferrule-traceparent";
const state = "x-ferrule-tracestate";

/** The headers of a request that belongs to this span, as names and values in turn. */
export function traceHeaders({ carrier }: Span): string[] {
  const { traceparent, tracestate } = carrier;
  return tracestate === undefined ? [parent, traceparent] : [parent, traceparent, state, tracestate];
}

/** The context that another role sent. Undefined: the call is not sampled. */
export function sentTrace(headers: IncomingHttpHeaders): Carrier | undefined {
  const traceparent = headers[parent];
  if (typeof traceparent !== "string") return undefined;
  const tracestate = headers[state];
  return { traceparent, tracestate: typeof tracestate === "string" ? tracestate : undefined };
}

const one = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

/**
 * The context that an outside caller sent, which we do not trust. With several `traceparent`, there is no context.
 */
export const callersTrace = (headers: IncomingHttpHeaders): ForeignCarrier => ({
  traceparent: one(headers["traceparent"]),
  tracestate: one(headers["tracestate"]),
});
