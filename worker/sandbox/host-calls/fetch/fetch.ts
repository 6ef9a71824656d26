import { LRUCache } from "lru-cache";
import { z } from "zod";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { Proxies } from "@ferrule/kit/proxies.ts";
import type { OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { Dispatcher } from "undici";
import {
  HostCallError,
  HostTypeError,
  type HostCall,
  type HostCallAnswer,
  type HostCallContext,
} from "../host-call.ts";
import { limits } from "../../limits.ts";
import { createAddressRule } from "./allowed-addresses.ts";
import { createCheckedAgent, type CheckedAgent } from "./checked-agent.ts";
import { decodeBody } from "./decode-body.ts";
import { howToGrant, isGranted } from "./host-patterns.ts";
import { OpenBody } from "./open-body.ts";
import { createNameResolver, type Resolve } from "./names/resolve-name.ts";
import { createOpenBodies } from "./open-bodies.ts";

export interface FetchOptions {
  /** `EGRESS_ALLOW_PRIVATE`: CIDR or host:port. */
  allowPrivate: readonly string[];
  /** What requests go through. Default: nothing. */
  proxies?: Proxies | undefined;
  /** Default: as the system resolves names; see `createNameResolver`. */
  resolve?: Resolve;
  /** One request with all its redirects, in milliseconds. Default 60,000. */
  totalMs?: number;
  /** Silence on a connection, in milliseconds. Default 30,000. */
  silenceMs?: number;
  /** Of a body, encoded or not. Default 10 MiB. */
  responseBytes?: number;
}

/** What is there of a body this soon, and of this size, goes with its headers; the rest as it is asked for. */
const aheadMs = 5;
const aheadBytes = 65_536;
/** Interim answers (1xx) that a server may send before the real one. */
const mostInterim = 20;

const wanted = z.strictObject({
  url: z.string().max(16_384),
  method: z.string().regex(/^(?!(?:connect|trace|track)$)[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/i),
  headers: z.array(z.tuple([z.string().max(256), z.string().max(16_384)])).max(200),
  redirect: z.enum(["follow", "error", "manual"]),
  hasBody: z.boolean(),
});

/** The connection's own business, or a way to pretend to be for another host: never taken from a Function. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|keep-alive|te|trailer|expect|proxy-.*)$/;
/** Not for another host's eyes. */
const credentials = /^(?:authorization|cookie)$/;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 10;

interface Hop {
  url: URL;
  method: string;
  headers: [string, string][];
  body: Uint8Array | null;
}

function nextHop(hop: Hop, status: number, location: string): Hop {
  let url: URL;
  try {
    url = new URL(location, hop.url);
  } catch {
    throw new HostTypeError("fetch failed: the redirect leads to something that is no URL.");
  }
  const becomesGet =
    (status === 303 && hop.method !== "HEAD") || ((status === 301 || status === 302) && hop.method === "POST");
  const same = url.origin === hop.url.origin;
  const headers = hop.headers.filter(
    ([name]) => (same || !credentials.test(name)) && !(becomesGet && name.startsWith("content-")),
  );
  return { url, method: becomesGet ? "GET" : hop.method, headers, body: becomesGet ? null : hop.body };
}

function failure(error: unknown, host: string): Error {
  const seen = new Set<unknown>();
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause);
    if (cause instanceof HostCallError || cause instanceof HostTypeError) return cause;
    const [first] = (cause as AggregateError).errors ?? [];
    if (first instanceof HostCallError) return first;
  }
  const refused = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : "");
  if (refused !== null) return new HostTypeError(`fetch failed: the proxy answered ${refused[1]} for ${host}`);
  const code = (error as { code?: unknown }).code;
  return new HostTypeError(`fetch failed: ${host} ${typeof code === "string" ? `(${code})` : "did not answer"}`);
}

/**
 * `fetch` for Functions (design: Egress): granted hosts only, checked addresses only, redirects hop by hop, answers
 * bounded in size and time and read no faster than the Function does, each hop recorded on the execution. Answers the
 * capabilities and what closes their connections.
 */
export function createFetch(options: FetchOptions): {
  hostCalls: Record<string, HostCall>;
  close: () => Promise<void>;
} {
  const {
    resolve = createNameResolver(),
    totalMs = 60_000,
    silenceMs = 30_000,
    responseBytes = 10 * 1024 * 1024,
  } = options;
  const rule = createAddressRule(options.allowPrivate);
  const bodies = createOpenBodies();
  const made = new WeakMap<object, number>();
  // Connections are not shared between tenants: what one of them does to a server's connection is its own affair.
  const agents = new LRUCache<string, CheckedAgent>({
    max: 256,
    dispose: ({ agent }) => unwaited(agent.close(), () => undefined),
  });

  function agentFor({ invocation }: HostCallContext): CheckedAgent {
    const key = `${invocation.projectId} ${invocation.environment} ${invocation.tenantId}`;
    let checked = agents.get(key);
    if (checked === undefined) {
      const connectTimeoutMs = Math.min(10_000, silenceMs);
      checked = createCheckedAgent({ rule, resolve, tenant: key, connectTimeoutMs, proxies: options.proxies });
      agents.set(key, checked);
    }
    return checked;
  }

  function admit(url: URL, context: HostCallContext): void {
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new HostTypeError("fetch speaks http and https.");
    if (url.username !== "" || url.password !== "") throw new HostTypeError("A URL must not carry credentials.");
    if (!isGranted(url, context.invocation.grant.hosts)) {
      const fix = howToGrant(url, context.invocation.grant.hosts);
      throw new HostCallError("EGRESS_DENIED", `This Function is not granted ${url.protocol}//${url.host}. ${fix}`);
    }
    const count = (made.get(context.invocation) ?? 0) + 1;
    made.set(context.invocation, count);
    if (count > limits.outboundCalls) {
      throw new HostCallError("LIMIT_EXCEEDED", `A call may make ${limits.outboundCalls} outbound requests.`);
    }
  }

  /** One request and its answer, whatever the status; its body is still to be read. */
  async function send(hop: Hop, follow: boolean, signal: AbortSignal, context: HostCallContext) {
    const startedAt = performance.now();
    const { method, url } = hop;
    const { host, pathname: path } = url;
    const at = new Date().toISOString();
    const outbound: OutboundCall = { method, host, path, status: null, durationMs: 0, at };
    const measure = () => {
      outbound.durationMs = performance.now() - startedAt;
    };
    const tooTalkative = new AbortController();
    let interim = 0;
    let leave: (() => void) | undefined;
    try {
      admit(url, context);
      context.touch();
      const headers = Object.create(null) as Record<string, string[]>;
      for (const [name, value] of hop.headers) (headers[name] ??= []).push(value);
      headers["accept-encoding"] ??= ["gzip, deflate, br"];
      const { agent, want, check } = agentFor(context);
      leave = want(url.hostname, signal);
      await check?.(url);
      const response = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers,
        body: hop.body,
        signal: AbortSignal.any([signal, tooTalkative.signal]),
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
        onInfo: () => {
          if (++interim > mostInterim) tooTalkative.abort();
        },
      });
      outbound.status = response.statusCode;
      // It is recorded now, and measured again when the body has come: a call may end before that.
      response.body.once("close", measure);
      const location = response.headers["location"];
      if (follow && redirectStatuses.has(response.statusCode) && typeof location === "string") {
        response.body.on("error", () => undefined);
        response.body.destroy();
        return { response, location };
      }
      return { response, location: undefined };
    } catch (error) {
      throw failure(error, url.host);
    } finally {
      leave?.();
      measure();
      context.record(outbound);
    }
  }

  const fetch: HostCall = async (argument, bytes, context) => {
    const parsed = wanted.safeParse(argument);
    if (!parsed.success) throw new HostTypeError("fetch was given something that cannot be sent.");
    const request = parsed.data;
    const headers: [string, string][] = request.headers
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => !ownHeaders.test(name));
    const url = URL.parse(request.url);
    if (url === null) throw new HostTypeError("fetch was given something that is no URL.");
    let hop: Hop = { url, method: request.method, headers, body: request.hasBody ? bytes : null };
    const late = AbortSignal.timeout(totalMs);
    const { ended } = context;
    const signal = AbortSignal.any([context.signal, ended, late]);
    const explain = (error: unknown): Error =>
      late.aborted && !context.signal.aborted && !ended.aborted
        ? new HostTypeError("fetch failed: the answer took too long.")
        : failure(error, hop.url.host);
    try {
      for (let redirects = 0; ; redirects++) {
        const { response, location } = await send(hop, request.redirect !== "manual", signal, context);
        if (location === undefined) return await answerOf(response, hop, redirects > 0, explain, ended);
        if (request.redirect === "error") throw new HostTypeError("fetch failed: the answer is a redirect.");
        if (redirects >= mostRedirects) throw new HostTypeError("fetch failed: too many redirects.");
        hop = nextHop(hop, response.statusCode, location);
      }
    } catch (error) {
      throw explain(error);
    }
  };

  async function answerOf(
    response: Dispatcher.ResponseData,
    { url, method }: Hop,
    redirected: boolean,
    explain: (error: unknown) => Error,
    callEnded: AbortSignal,
  ): Promise<HostCallAnswer> {
    const encoding = response.headers["content-encoding"];
    const { stream, decoded } = decodeBody(response.body, [encoding ?? ""].flat().join(","), responseBytes);
    const headers: [string, string][] = [];
    for (const [name, value] of Object.entries(response.headers)) {
      if (decoded && (name === "content-encoding" || name === "content-length")) continue;
      for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.push([name, one]);
    }
    const { statusCode: status, statusText } = response;
    const shown = new URL(url);
    shown.hash = "";
    const hasBody = method !== "HEAD" && status !== 204 && status !== 205 && status !== 304;
    const open = new OpenBody(stream, responseBytes, explain);
    const { bytes, ended } = await open.readAhead(aheadMs, aheadBytes);
    const body = ended ? null : bodies.keep(open, callEnded);
    return { value: { status, statusText, url: shown.href, redirected, headers, hasBody, body }, bytes };
  }

  return {
    hostCalls: { fetch, "fetch.read": bodies.read, "fetch.cancel": bodies.cancel },
    close: async () => {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(open.map(({ agent }) => agent.destroy()));
    },
  };
}
