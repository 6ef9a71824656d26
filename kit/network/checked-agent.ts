// Why: docs/decisions/one-checked-agent.md
import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { buildConnector, type Dispatcher, EnvHttpProxyAgent } from "undici";
import type { AddressRule } from "./allowed-addresses.ts";
import { noProxies, type Proxies } from "./proxies.ts";

export interface CheckedAgent {
  agent: Dispatcher;
  /** Undefined without proxies; otherwise await it before a request. Rejects with the error of `denied`. */
  check?: (url: URL) => Promise<void>;
}

export interface CheckedAgentOptions {
  rule: AddressRule;
  /** All addresses of a name. */
  resolve: (hostname: string) => Promise<LookupAddress[]>;
  /** The error for a host that the rule forbids. */
  denied: (hostname: string) => Error;
  connectTimeoutMs: number;
  proxies?: Proxies | undefined;
  /** The rule for one host. */
  connections?: number;
}

/** A URL's port is empty when it is the protocol's default. */
const portOf = ({ port, protocol }: { port: string; protocol: string }) =>
  port === "" ? (protocol === "http:" ? "80" : "443") : port;
const literalOf = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

/**
 * An agent that connects only where `rule` allows. It resolves the name once, checks the addresses, and connects to one
 * of them: a second look-up could return another address.
 *
 * With a proxy, the proxy connects. Then `check` refuses forbidden hosts, as far as we can tell here. A name that only
 * the proxy can resolve is left to the proxy's own rules. It uses HTTP/1.1 only.
 */
export function createCheckedAgent(options: CheckedAgentOptions): CheckedAgent {
  const { rule, resolve, denied, connectTimeoutMs, proxies = noProxies, connections = 32 } = options;
  const allowedOf = async (hostname: string, port: string) => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
    return addresses.filter(({ address }) => rule(hostname, port, address));
  };
  const lookupFor = (hostname: string, port: string): LookupFunction => {
    const addressesOf = callbackify(() => allowedOf(hostname, port));
    return (_name, how, callback) =>
      addressesOf((error, allowed) => {
        if (error !== null) callback(error, "", 4);
        else if (allowed.length === 0) callback(denied(hostname), "", 4);
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
    connections,
    pipelining: 1,
    keepAliveTimeout: 4_000,
  });
  const check = async (url: URL) => {
    const hostname = url.hostname.toLowerCase();
    if (forbidden(hostname, portOf(url))) throw denied(hostname);
    if (isIP(literalOf(hostname)) !== 0) return;
    const allowed = await allowedOf(hostname, portOf(url)).catch(() => null);
    if (allowed?.length === 0) throw denied(hostname);
  };
  return { agent, ...(proxies.httpProxy + proxies.httpsProxy === "" ? {} : { check }) };
}
