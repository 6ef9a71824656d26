import ipaddr from "ipaddr.js";

/** Its bits make it unicast, but it is the address of Azure's metadata and host services. */
const metadata = new Set(["168.63.129.16"]);

/** Unwraps the IPv4 address inside an IPv4-mapped (RFC 4291) or NAT64 (RFC 6052) one; others stay as they are. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === "ipv4") return address;
  const six = address as ipaddr.IPv6;
  if (six.isIPv4MappedAddress()) return six.toIPv4Address();
  if (six.range() === "rfc6052" && six.match(ipaddr.parseCIDR("64:ff9b::/96"))) {
    return ipaddr.fromByteArray(six.toByteArray().slice(12));
  }
  return six;
}

/**
 * Rejects IPv4-compatible addresses (RFC 4291, 2.5.5.1): they are obsolete, and the parser takes them for mapped ones.
 */
const isAddress = (text: string): boolean => ipaddr.isValid(text) && !/^::[0-9]+\./.test(text);

/** The range routed as unicast on the public internet (RFC 4291, 2.4); all other IPv6 ranges serve other purposes. */
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/** Whether an address belongs to the public internet: not loopback, private, link-local, multicast, metadata, reserved. */
export function isPublicAddress(text: string): boolean {
  if (!isAddress(text)) return false;
  const address = unwrapped(ipaddr.parse(text));
  if (address.kind() === "ipv6" && !(address as ipaddr.IPv6).match(globalUnicast)) return false;
  return address.range() === "unicast" && !metadata.has(address.toString());
}

/**
 * Whether we may connect. A `host:port` exception allows any address; a CIDR exception allows its addresses.
 */
export type AddressRule = (hostname: string, port: string, address: string) => boolean;

/**
 * The rule of `EGRESS_ALLOW_PRIVATE`: public addresses, plus the named exceptions, each a CIDR or `host:port`.
 * @throws Error that names an entry in neither form
 */
export function createAddressRule(exceptions: readonly string[]): AddressRule {
  const ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  const services = new Set<string>();
  for (const entry of exceptions) {
    const text = entry.trim().toLowerCase();
    if (ipaddr.isValidCIDR(text)) ranges.push(ipaddr.parseCIDR(text));
    else if (/^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+):[0-9]{1,5}$/.test(text)) services.add(text);
    else throw new Error(`"${entry}" is neither a CIDR nor host:port.`);
  }
  return (hostname, port, text) => {
    if (isPublicAddress(text)) return true;
    if (!isAddress(text)) return false;
    if (services.has(`${hostname}:${port}`)) return true;
    const address = unwrapped(ipaddr.parse(text));
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
  };
}
