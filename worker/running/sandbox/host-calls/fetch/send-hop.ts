import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { Carrier, Span } from "@ferrule/kit/tracing/span.ts";
import { currentSpan } from "@ferrule/kit/tracing/current-span.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { Dispatcher } from "undici";
import { limits } from "../../limits.ts";
import { HostTypeError, type HostCallContext } from "../host-call.ts";
import type { CheckedAgent } from "./checked-agent.ts";
import { failure } from "./failure.ts";
import type { Hop } from "./hop.ts";
import { howToGrant, isGranted } from "./host-patterns.ts";

/** How many interim responses (1xx) a server may send before the final one. */
const mostInterim = 20;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * @throws the Function's error for a request that it may not send. `count`: the number of its requests, including this
 * one.
 */
export function admit(url: URL, { invocation }: HostCallContext, count: number): void {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new HostTypeError("fetch supports only http and https.");
  if (url.username !== "" || url.password !== "") throw new HostTypeError("A URL must not carry credentials.");
  if (!isGranted(url, invocation.grant.hosts)) {
    const fix = howToGrant(url, invocation.grant.hosts);
    throw new HostCallError("EGRESS_DENIED", `This Function is not granted ${url.protocol}//${url.host}. ${fix}`);
  }
  if (count > limits.outboundCalls)
    throw new HostCallError("LIMIT_EXCEEDED", `A call may make ${limits.outboundCalls} outbound requests.`);
}

/**
 * Adds the context of the request's span, or that of an unsampled caller, unless the Function sends its own.
 */
function addTrace(headers: Record<string, string[]>, { traceparent, tracestate }: Carrier): void {
  if (headers["traceparent"] !== undefined || headers["tracestate"] !== undefined) return;
  headers["traceparent"] = [traceparent];
  if (tracestate !== undefined) headers["tracestate"] = [tracestate];
}

/** The span of a request, if its call is traced. Its path may hold a secret, so the span names only the server. */
const hopSpan = ({ method, url }: Hop): Span | undefined =>
  currentSpan()?.child(method, "client", {
    "http.request.method": method,
    "url.scheme": url.protocol.slice(0, -1),
    "server.address": url.hostname,
    "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
  });

function headersOf(hop: Hop): Record<string, string[]> {
  const headers = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of hop.headers) (headers[name] ??= []).push(value);
  headers["accept-encoding"] ??= ["gzip, deflate, br"];
  return headers;
}

/** Sends a request to a server, once the agent allows it. `signal` ends it. */
async function ask(
  hop: Hop,
  checked: CheckedAgent,
  signal: AbortSignal,
  silenceMs: number,
  carried: Carrier | undefined,
) {
  const { url, method, body } = hop;
  const tooTalkative = new AbortController();
  let interim = 0;
  const headers = headersOf(hop);
  if (carried !== undefined) addTrace(headers, carried);
  const leave = checked.want(url.hostname, signal);
  try {
    await checked.check?.(url);
    return await checked.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      body,
      signal: AbortSignal.any([signal, tooTalkative.signal]),
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      onInfo: () => {
        if (++interim > mostInterim) tooTalkative.abort();
      },
    });
  } finally {
    leave();
  }
}

interface HopOptions {
  /** Returns the agent for the request, or throws the Function's error. */
  agentFor: () => CheckedAgent;
  /** Whether to follow redirects. Their bodies are not read. */
  follow: boolean;
  signal: AbortSignal;
  silenceMs: number;
  context: HostCallContext;
}

/**
 * Sends one request and records it on the execution. The response may have any status, and its body is still unread.
 */
export async function sendHop(
  hop: Hop,
  { agentFor, follow, signal, silenceMs, context }: HopOptions,
): Promise<{ response: Dispatcher.ResponseData; location: string | undefined }> {
  const startedAt = performance.now();
  const { method, url } = hop;
  const { host, pathname: path } = url;
  const outbound: OutboundCall = { method, host, path, status: null, durationMs: 0, at: sharedDate().toISOString() };
  const measure = () => {
    outbound.durationMs = performance.now() - startedAt;
  };
  const span = hopSpan(hop);
  try {
    const checked = agentFor();
    context.touch();
    const response = await ask(hop, checked, signal, silenceMs, span?.carrier ?? context.invocation.unsampled);
    outbound.status = response.statusCode;
    span?.set({ "http.response.status_code": response.statusCode });
    if (response.statusCode >= 400) span?.fail(String(response.statusCode));
    // We record it now, and measure it again when the body is complete, because the call may end before that.
    response.body.once("close", measure);
    const { location } = response.headers;
    if (!follow || !redirectStatuses.has(response.statusCode) || typeof location !== "string")
      return { response, location: undefined };
    response.body.on("error", () => undefined);
    response.body.destroy();
    return { response, location };
  } catch (error) {
    span?.fail(error instanceof HostCallError ? error.code : "failed");
    throw failure(error, url.host);
  } finally {
    span?.end();
    measure();
    context.record(outbound);
  }
}
