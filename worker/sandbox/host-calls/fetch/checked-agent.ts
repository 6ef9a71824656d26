import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { buildConnector, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { noProxies, type Proxies } from "@ferrule/kit/proxies.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AddressRule } from "@ferrule/kit/allowed-addresses.ts";
import type { Resolve } from "../../../names/resolve-name.ts";

export interface CheckedAgent {
  agent: Dispatcher;
  /** Set where there are proxies: await it before a request. @throws HostCallError EGRESS_DENIED */
  check?: (url: URL) => Promise<void>;
  /**
   * Says that a request wants this name, until its signal aborts or it calls the returned function. A look-up that
   * nobody wants any more is cancelled.
   */
  want: (hostname: string, signal: AbortSignal) => () => void;
}

interface Wanted {
  requests: number;
  gone: AbortController;
}

const denied = (hostname: string) =>
  new HostCallError(
    "EGRESS_DENIED",
    `${hostname} has a private or special address, which Functions may not connect to unless the worker's EGRESS_ALLOW_PRIVATE names it.`,
  );

/** A URL's port is empty when it is the protocol's default. */
const portOf = ({ port, protocol }: { port: string; protocol: string }) =>
  port === "" ? (protocol === "http:" ? "80" : "443") : port;
const literalOf = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

export interface CheckedAgentOptions {
  rule: AddressRule;
  resolve: Resolve;
  /** The tenant of these look-ups. */
  tenant: string;
  connectTimeoutMs: number;
  proxies?: Proxies | undefined;
}

/** Counts the requests that want a name, so that an unwanted look-up can end. */
function createWants() {
  const wanted = new Map<string, Wanted>();
  return {
    goneOf: (hostname: string): AbortSignal | undefined => wanted.get(hostname)?.gone.signal,
    want(hostname: string, signal: AbortSignal): () => void {
      const name = hostname.toLowerCase();
      const one = wanted.get(name) ?? { requests: 0, gone: new AbortController() };
      wanted.set(name, one);
      one.requests += 1;
      let isWanted = true;
      const leave = () => {
        signal.removeEventListener("abort", leave);
        if (!isWanted) return;
        isWanted = false;
        one.requests -= 1;
        if (one.requests > 0) return;
        wanted.delete(name);
        one.gone.abort();
      };
      // The agent checks a request's signal only once it has a connection.
      signal.addEventListener("abort", leave, { once: true });
      return leave;
    },
  };
}

/**
 * An agent that connects only where `rule` allows. The name is resolved once, its addresses are checked, and one of the
 * checked addresses is used: a second look-up could return something else.
 *
 * With a proxy, the proxy connects. `check` then refuses what the rule forbids, as far as that is known here. A name
 * that only the proxy can resolve is left for the proxy to refuse. HTTP/1.1 only.
 */
export function createCheckedAgent(options: CheckedAgentOptions): CheckedAgent {
  const { rule, resolve, tenant, connectTimeoutMs, proxies = noProxies } = options;
  const wants = createWants();
  const untilUnwanted = (hostname: string): AbortSignal => {
    const late = AbortSignal.timeout(connectTimeoutMs);
    const gone = wants.goneOf(hostname);
    return gone === undefined ? late : AbortSignal.any([late, gone]);
  };
  const allowedOf = async (hostname: string, port: string) => {
    const addresses = await resolve(hostname, tenant, untilUnwanted(hostname));
    const allowed = addresses.filter(({ address }) => rule(hostname, port, address));
    if (allowed.length > 0) return allowed;
    throw addresses.length > 0 ? denied(hostname) : Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  };
  const lookupFor = (hostname: string, port: string): LookupFunction => {
    const addressesOf = callbackify(() => allowedOf(hostname, port));
    return (_name, how, callback) =>
      addressesOf((error, allowed) => {
        if (error !== null) callback(error, "", 4);
        else if (how.all === true) callback(null, allowed);
        else callback(null, allowed[0]!.address, allowed[0]!.family);
      });
  };
  const forbidden = (hostname: string, port: string) =>
    isIP(literalOf(hostname)) !== 0 && !rule(hostname, port, literalOf(hostname));
  const agent = new EnvHttpProxyAgent({
    ...proxies,
    connect: (target, callback) => {
      const hostname = target.hostname.toLowerCase();
      const port = portOf(target);
      if (forbidden(hostname, port)) return callback(denied(hostname), null);
      buildConnector({ timeout: connectTimeoutMs, allowH2: false, lookup: lookupFor(hostname, port) })(
        target,
        callback,
      );
    },
    connectTimeout: connectTimeoutMs,
    allowH2: false,
    connections: 32,
    pipelining: 1,
    keepAliveTimeout: 4_000,
  });
  const check = async (url: URL) => {
    const hostname = url.hostname.toLowerCase();
    if (forbidden(hostname, portOf(url))) throw denied(hostname);
    if (isIP(literalOf(hostname)) !== 0) return;
    await allowedOf(hostname, portOf(url)).catch((error: unknown) => {
      if (error instanceof HostCallError) throw error;
    });
  };
  return {
    agent,
    ...(proxies.httpProxy + proxies.httpsProxy === "" ? {} : { check }),
    want: (hostname, signal) => wants.want(hostname, signal),
  };
}
