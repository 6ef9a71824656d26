import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";
import type { Settings } from "@ferrule/contract/settings/settings.ts";
import { forwardedFor } from "./forwarded.ts";

/** Where trusted proxies put the caller's address. We trust only one place, because a proxy passes on what callers write into the others. */
export type AddressSource = Settings["CLIENT_ADDRESS_FROM"];

function bare(address: string): string {
  const text = address.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text);
  const withPort = /^([\d.]+):\d+$/.exec(text);
  const inner = bracketed?.[1] ?? withPort?.[1] ?? text;
  return /^::ffff:[\d.]+$/i.test(inner) ? inner.slice(7) : inner;
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (isIP(address) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
      throw new TypeError(`TRUSTED_PROXIES: "${proxy}" is neither an address nor a CIDR range.`);
    }
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Finds the address that a request came from. */
export interface ClientAddresses {
  /** The peer's address, with IPv4-mapped IPv6 unwrapped, and whether the peer is a trusted proxy. */
  peer: (remoteAddress: string | undefined) => { address: string; trusted: boolean };
  /** Behind a trusted peer: the right-most address of the header that is not a trusted proxy itself. */
  behind: (peerAddress: string, headers: IncomingHttpHeaders) => string;
}

/** @param trustedProxies addresses and CIDR ranges. @throws TypeError for one that is neither. */
export function clientAddresses(trustedProxies: readonly string[], source: AddressSource): ClientAddresses {
  const entriesOf = (headers: IncomingHttpHeaders) =>
    source === "forwarded"
      ? forwardedFor(headers.forwarded ?? "")
      : ((headers["x-forwarded-for"] as string | undefined) ?? "").split(",");
  const list = listOf(trustedProxies);
  const isTrusted = (address: string) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  return {
    peer(remoteAddress) {
      const address = bare(remoteAddress ?? "");
      return { address, trusted: trustedProxies.length > 0 && isIP(address) !== 0 && isTrusted(address) };
    },
    behind(peerAddress, headers) {
      let found = peerAddress;
      for (const entry of entriesOf(headers).toReversed()) {
        const address = bare(entry);
        if (isIP(address) === 0) break;
        found = address;
        if (!isTrusted(address)) break;
      }
      return found;
    },
  };
}
