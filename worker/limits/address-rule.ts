import { BlockList, isIP, SocketAddress } from "node:net";

const family = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");
/** A zone (RFC 4007) says something on its own machine only. */
const bare = (address: string): string => address.replace(/%.*$/, "");

/**
 * Whether a list of addresses and ranges holds an address. IPv4 inside IPv6 (RFC 4291, 2.5.5.2) is the same address. What is no
 * address is in no list.
 */
export function addressRule(allowed: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const one of allowed) {
    const [address = "", bits] = one.split("/");
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return (given) => {
    const address = given === undefined ? "" : bare(given);
    return isIP(address) !== 0 && list.check(address, family(address));
  };
}

/** Whom an address belongs to: an IPv4 address by itself, of IPv6 the network of 64 bits that one household has. */
export function networkOf(given: string | undefined): string {
  const address = given === undefined ? "" : bare(given);
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : "unknown";
  const { address: canonical } = new SocketAddress({ address, family: "ipv6" });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(canonical);
  if (mapped !== null) return mapped[1]!;
  const [head = "", tail] = canonical.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
