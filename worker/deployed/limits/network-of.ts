import { isIP, SocketAddress } from "node:net";
import { bareAddress } from "@ferrule/kit/network/address-list.ts";

/** The holder of an address: for IPv4, the address itself; for IPv6, the 64-bit network of one household. */
export function networkOf(given: string | undefined): string {
  const address = given === undefined ? "" : bareAddress(given);
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
