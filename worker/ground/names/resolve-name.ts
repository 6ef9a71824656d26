// Why: docs/decisions/names-by-packets.md
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import { hostsPath, parseHosts } from "./hosts-file.ts";
import { createLookupTurns } from "./lookup-turns.ts";
import { readWhenChanged } from "./read-when-changed.ts";
import { namesToAsk, parseResolvConf, resolvPath } from "./resolv-conf.ts";

/** All addresses of a host name, looked up for a tenant; it stops when the signal aborts. */
export type Resolve = (hostname: string, tenant: string, signal: AbortSignal) => Promise<LookupAddress[]>;

export interface ResolveNameOptions {
  /** `address:port`. Default: the system's servers. */
  servers?: readonly string[];
  hostsFile?: string;
  resolvConf?: string;
  /** The number of concurrent look-ups: of all tenants, and of one. */
  inAll?: number;
  ofOne?: number;
}

/** How long the addresses of one family wait for those of the other (RFC 8305, section 3). */
const otherFamilyMs = 50;
const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
/** The name does not exist or has no address. */
const isAbsent = (error: unknown) => codeOf(error) === "ENOTFOUND" || codeOf(error) === "ENODATA";
const absent = (hostname: string) => Object.assign(new Error(`no address of ${hostname}`), { code: "ENOTFOUND" });
const loopback: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** The addresses of one whole name in both families, each as soon as it arrives. */
async function ask(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const of = (family: 4 | 6, found: Promise<string[]>) =>
    found.then((addresses) => addresses.map((address): LookupAddress => ({ address, family })));
  const families = [of(4, resolver.resolve4(name)), of(6, resolver.resolve6(name))];
  try {
    await Promise.any(families);
  } catch (error) {
    const { errors } = error as AggregateError;
    throw errors.find((one) => !isAbsent(one)) ?? absent(name);
  }
  const waited = delay(otherFamilyMs, [] as LookupAddress[]);
  const found = await Promise.all(families.map((family) => Promise.race([family.catch(() => []), waited])));
  return found.flat();
}

/**
 * Resolves names as the system would, including hosts file and search domains, but without its threads. `getaddrinfo`
 * blocks a thread for each name without an answer, and its few threads serve all tenants. Here a look-up is a packet
 * that can be cancelled, with a limit for each tenant.
 */
export function createNameResolver(options: ResolveNameOptions = {}): Resolve {
  const hosts = readWhenChanged(options.hostsFile ?? hostsPath, parseHosts);
  const conf = readWhenChanged(options.resolvConf ?? resolvPath, parseResolvConf);
  const takeTurn = createLookupTurns({ inAll: options.inAll ?? 256, ofOne: options.ofOne ?? 8 });

  async function askAll(hostname: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const { timeoutMs, attempts, ...rules } = conf();
    // Each look-up has its own, because it reads the current servers and can be cancelled alone.
    const resolver = new Resolver({ timeout: timeoutMs, tries: attempts });
    if (options.servers !== undefined) resolver.setServers(options.servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    let failure: unknown;
    try {
      for (const name of namesToAsk(hostname, rules)) {
        try {
          return await ask(resolver, name);
        } catch (error) {
          signal.throwIfAborted();
          if (!isAbsent(error)) failure ??= error;
          // A server that ignores one name ignores the next.
          if (codeOf(error) === "ETIMEOUT") break;
        }
      }
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    throw failure ?? absent(hostname);
  }

  return async (hostname, tenant, signal) => {
    const name = hostname.toLowerCase();
    const known = hosts().get(name.replace(/\.$/, ""));
    if (known !== undefined) return known;
    if (/(?:^|\.)localhost\.?$/.test(name)) return loopback;
    return takeTurn(tenant, signal, () => askAll(name, signal));
  };
}
