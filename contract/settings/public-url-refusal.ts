import ipaddr from "ipaddr.js";

/** Names that lead back to the machine itself, or that RFC 2606 and RFC 6761 reserve. */
const nobodysName = /(?:^|\.)(?:localhost|test|invalid|example|example\.(?:com|net|org))$/;
/** Names that only an intranet resolves: ICANN's `.internal`, RFC 8375's `home.arpa`, mDNS, and other common ones. */
const intranetSuffix = /\.(?:internal|local|lan|intranet|corp|home|private|home\.arpa)$/;
const ownRanges: ReadonlySet<string> = new Set(["loopback", "unspecified", "linkLocal", "multicast", "broadcast"]);
const privateRanges: ReadonlySet<string> = new Set(["private", "uniqueLocal", "carrierGradeNat"]);

type Reach = "machine" | "intranet" | "internet";

/** From where people can reach a host name or address, judged only by its text. */
function reachOf(hostname: string): Reach {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) {
    const range = ipaddr.process(host).range();
    return ownRanges.has(range) ? "machine" : privateRanges.has(range) ? "intranet" : "internet";
  }
  if (nobodysName.test(host)) return "machine";
  return !host.includes(".") || intranetSuffix.test(host) ? "intranet" : "internet";
}

/**
 * Why production refuses this PUBLIC_URL, or null. The URL must be https and must lead to more than this machine. For
 * an intranet name or a private address, http is enough if `intranetHttp` confirms it.
 */
export function publicUrlRefusal(publicUrl: string, intranetHttp: boolean): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const reach = reachOf(hostname);
  if (reach === "machine") return "must not be a local address: nobody else can open it";
  if (protocol === "https:") return null;
  if (reach === "internet") return "must be https";
  return intranetHttp ? null : "must be https; INTRANET_HTTP=accept allows http on an intranet";
}
