import { LRUCache } from "lru-cache";
import { z } from "zod";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";
import { HostTypeError, type HostCall, type HostCallAnswer, type HostCallContext } from "../host-call.ts";
import { createAddressRule } from "@ferrule/kit/network/allowed-addresses.ts";
import { createCheckedAgent, type CheckedAgent } from "./checked-agent.ts";
import { failure } from "./failure.ts";
import { nextHop, type Hop } from "./hop.ts";
import { createNameResolver, type Resolve } from "../../../../ground/names/resolve-name.ts";
import { createOpenBodies } from "./open-bodies.ts";
import { readAnswer } from "./read-answer.ts";
import { admit, sendHop } from "./send-hop.ts";

export interface FetchOptions {
  /** `EGRESS_ALLOW_PRIVATE`: addresses as CIDR or host:port. */
  allowPrivate: readonly string[];
  /** The proxies for requests. Default: none. */
  proxies?: Proxies | undefined;
  /** Default: the system's name resolution. See `createNameResolver`. */
  resolve?: Resolve;
  /** Limit for one request with all its redirects, in milliseconds. Default 60,000. */
  totalMs?: number;
  /** Limit for silence on a connection, in milliseconds. Default 30,000. */
  silenceMs?: number;
  /** Limit for a body, encoded or not. Default 10 MiB. */
  responseBytes?: number;
}

const wanted = z.strictObject({
  url: z.string().max(16_384),
  method: z.string().regex(/^(?!(?:connect|trace|track)$)[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/i),
  headers: z.array(z.tuple([z.string().max(256), z.string().max(16_384)])).max(200),
  redirect: z.enum(["follow", "error", "manual"]),
  hasBody: z.boolean(),
});

/** Headers that we never take from a Function: they belong to the connection, or could claim another host. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|keep-alive|te|trailer|expect|proxy-.*)$/;
const mostRedirects = 10;

/** The request in the form of the guest's prelude. @throws HostTypeError if it cannot be sent */
function readWanted(argument: unknown, bytes: Uint8Array): { hop: Hop; redirect: "follow" | "error" | "manual" } {
  const parsed = wanted.safeParse(argument);
  if (!parsed.success) throw new HostTypeError("fetch was given a request that cannot be sent.");
  const { method, redirect, hasBody, ...given } = parsed.data;
  const headers: [string, string][] = given.headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !ownHeaders.test(name));
  const url = URL.parse(given.url);
  if (url === null) throw new HostTypeError("fetch was given an invalid URL.");
  return { hop: { url, method, headers, body: hasBody ? bytes : null }, redirect };
}

/** Agents by place. Tenants share no connections, so that one cannot affect another's. */
function createAgents(options: FetchOptions, silenceMs: number) {
  const { resolve = createNameResolver(), proxies } = options;
  const rule = createAddressRule(options.allowPrivate);
  const agents = new LRUCache<string, CheckedAgent>({
    max: 256,
    dispose: ({ agent }) => unwaited(agent.close(), () => undefined),
  });
  return {
    of({ invocation }: HostCallContext): CheckedAgent {
      const tenant = `${invocation.projectId} ${invocation.environment} ${invocation.tenantId}`;
      let checked = agents.get(tenant);
      if (checked === undefined) {
        const connectTimeoutMs = Math.min(10_000, silenceMs);
        checked = createCheckedAgent({ rule, resolve, tenant, connectTimeoutMs, proxies });
        agents.set(tenant, checked);
      }
      return checked;
    },
    async close(): Promise<void> {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(open.map(({ agent }) => agent.destroy()));
    },
  };
}

/**
 * `fetch` for Functions: only granted hosts, only checked addresses, redirects hop by hop. Responses are limited in
 * size and time, and we read them no faster than the Function does. Each hop is recorded on the execution. Returns the
 * capabilities and a function that closes their connections.
 */
export function createFetch(options: FetchOptions): {
  hostCalls: Record<string, HostCall>;
  close: () => Promise<void>;
} {
  const { totalMs = 60_000, silenceMs = 30_000, responseBytes = 10 * 1024 * 1024 } = options;
  const bodies = createOpenBodies();
  const agents = createAgents(options, silenceMs);
  /** The number of requests that each call has made. */
  const made = new WeakMap<object, number>();

  /** Counts an allowed request. @throws the Function's error for a forbidden one */
  function admitted(url: URL, context: HostCallContext): CheckedAgent {
    const count = (made.get(context.invocation) ?? 0) + 1;
    admit(url, context, count);
    made.set(context.invocation, count);
    return agents.of(context);
  }

  const fetch: HostCall = async (argument, bytes, context): Promise<HostCallAnswer> => {
    const { hop: first, redirect } = readWanted(argument, bytes);
    let hop = first;
    const late = AbortSignal.timeout(totalMs);
    const { ended } = context;
    const signal = AbortSignal.any([context.signal, ended, late]);
    const explain = (error: unknown): Error =>
      late.aborted && !context.signal.aborted && !ended.aborted
        ? new HostTypeError("fetch failed: the answer took too long.")
        : failure(error, hop.url.host);
    try {
      for (let redirects = 0; ; redirects++) {
        const agentFor = () => admitted(hop.url, context);
        const { response, location } = await sendHop(hop, {
          agentFor,
          follow: redirect !== "manual",
          signal,
          silenceMs,
          context,
        });
        if (location === undefined)
          return await readAnswer(response, hop, {
            redirected: redirects > 0,
            responseBytes,
            bodies,
            explain,
            callEnded: ended,
          });
        if (redirect === "error") throw new HostTypeError("fetch failed: the answer is a redirect.");
        if (redirects >= mostRedirects) throw new HostTypeError("fetch failed: too many redirects.");
        hop = nextHop(hop, response.statusCode, location);
      }
    } catch (error) {
      throw explain(error);
    }
  };

  return {
    hostCalls: { fetch, "fetch.read": bodies.read, "fetch.cancel": bodies.cancel },
    close: () => agents.close(),
  };
}
