import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector } from "undici";
import { HostCallError } from "../host-call.ts";
import type { AddressRule } from "./allowed-addresses.ts";
import type { Resolve } from "./names/resolve-name.ts";

export interface CheckedAgent {
  agent: Agent;
  /**
   * A request wants this name from now on, until its signal is aborted or it calls what this answers. A look-up that nobody
   * wants any more is taken back.
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

/**
 * An agent whose connections go only where `rule` allows: the name is resolved once, its addresses are checked, and
 * one of those that were checked is connected to. There is no second look-up that could answer something else.
 * No proxies, HTTP/1.1 only.
 */
export function createCheckedAgent(
  rule: AddressRule,
  resolve: Resolve,
  tenant: string,
  connectTimeoutMs: number,
): CheckedAgent {
  const wanted = new Map<string, Wanted>();
  const untilUnwanted = (hostname: string): AbortSignal => {
    const late = AbortSignal.timeout(connectTimeoutMs);
    const gone = wanted.get(hostname)?.gone.signal;
    return gone === undefined ? late : AbortSignal.any([late, gone]);
  };
  const lookupFor = (hostname: string, port: string): LookupFunction => {
    const addressesOf = callbackify(async () => {
      const addresses = await resolve(hostname, tenant, untilUnwanted(hostname));
      const allowed = addresses.filter(({ address }) => rule(hostname, port, address));
      if (allowed.length > 0) return allowed;
      throw addresses.length > 0 ? denied(hostname) : Object.assign(new Error("no address"), { code: "ENOTFOUND" });
    });
    return (_name, options, callback) =>
      addressesOf((error, allowed) => {
        if (error !== null) callback(error, "", 4);
        else if (options.all === true) callback(null, allowed);
        else callback(null, allowed[0]!.address, allowed[0]!.family);
      });
  };
  const agent = new Agent({
    connect: (options, callback) => {
      const hostname = options.hostname.toLowerCase();
      const port = options.port === "" ? (options.protocol === "http:" ? "80" : "443") : options.port;
      const literal = hostname.replace(/^\[|\]$/g, "");
      if (isIP(literal) !== 0 && !rule(hostname, port, literal)) return callback(denied(hostname), null);
      buildConnector({ timeout: connectTimeoutMs, allowH2: false, lookup: lookupFor(hostname, port) })(
        options,
        callback,
      );
    },
    allowH2: false,
    connections: 32,
    pipelining: 1,
    keepAliveTimeout: 4_000,
  });
  return {
    agent,
    want(hostname, signal) {
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
      // The agent itself looks at the signal of a request only when it has a connection.
      signal.addEventListener("abort", leave, { once: true });
      return leave;
    },
  };
}
