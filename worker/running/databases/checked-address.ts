import { isIP } from "node:net";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AddressRule } from "@ferrule/kit/network/allowed-addresses.ts";
import type { Resolve } from "../../ground/names/resolve-name.ts";

export interface DatabasePlace {
  hostname: string;
  port: number;
}

/** The target of a connection's URL. An IPv6 address has no brackets. */
export function placeOf(url: string): DatabasePlace {
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol.startsWith("postgres") ? 5432 : 3306;
  return { hostname: hostname.toLowerCase().replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port) };
}

/**
 * An allowed address of a database. It resolves the name only once, and you connect to that address: a second look-up
 * could return another one.
 * @throws HostCallError EGRESS_DENIED; the errors of `resolve`
 */
export async function checkedAddress(
  { hostname, port }: DatabasePlace,
  { rule, resolve }: { rule: AddressRule; resolve: Resolve },
  tenant: string,
  signal: AbortSignal,
): Promise<string> {
  const found = isIP(hostname) === 0 ? await resolve(hostname, tenant, signal) : [{ address: hostname }];
  const name = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  const allowed = found.find(({ address }) => rule(name, String(port), address));
  if (allowed !== undefined) return allowed.address;
  if (found.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  throw new HostCallError(
    "EGRESS_DENIED",
    `${hostname}:${port} has a private or special address, which Functions may not connect to unless the worker's DATABASE_ALLOW_PRIVATE names it.`,
  );
}
