import * as kit from "@ferrule/kit/network/checked-agent.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AddressRule } from "@ferrule/kit/network/allowed-addresses.ts";
import type { Resolve } from "../../../../ground/names/resolve-name.ts";

/** `check` rejects with HostCallError EGRESS_DENIED. */
export interface CheckedAgent extends kit.CheckedAgent {
  /**
   * Registers a request for this name, until its signal aborts or the returned function is called. When no request
   * needs a look-up any more, it is cancelled.
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

export interface CheckedAgentOptions {
  rule: AddressRule;
  resolve: Resolve;
  /** The tenant of these look-ups. */
  tenant: string;
  connectTimeoutMs: number;
  proxies?: Proxies | undefined;
}

/** Counts the requests that need a name, so that an unneeded look-up can end. */
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

/** A checked agent whose look-ups belong to a tenant, and end when no request needs them any more. */
export function createCheckedAgent(options: CheckedAgentOptions): CheckedAgent {
  const { rule, resolve, tenant, connectTimeoutMs, proxies } = options;
  const wants = createWants();
  const untilUnwanted = (hostname: string): AbortSignal => {
    const late = AbortSignal.timeout(connectTimeoutMs);
    const gone = wants.goneOf(hostname);
    return gone === undefined ? late : AbortSignal.any([late, gone]);
  };
  const checked = kit.createCheckedAgent({
    rule,
    resolve: (hostname) => resolve(hostname, tenant, untilUnwanted(hostname)),
    denied,
    connectTimeoutMs,
    proxies,
  });
  return { ...checked, want: (hostname, signal) => wants.want(hostname, signal) };
}
