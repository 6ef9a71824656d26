import { BlockList, isIP } from "node:net";

const family = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");
/** Removes the zone from an address (RFC 4007): it has a meaning only on its own machine. */
export const bareAddress = (address: string): string => address.replace(/%.*$/, "");

/**
 * Whether a list of addresses and ranges holds an address. IPv4 inside IPv6 (RFC 4291, 2.5.5.2) is the same address. A
 * text that is not an address is in no list.
 */
export function addressList(allowed: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const one of allowed) {
    const [address = "", bits] = one.split("/");
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return (given) => {
    const address = given === undefined ? "" : bareAddress(given);
    return isIP(address) !== 0 && list.check(address, family(address));
  };
}
