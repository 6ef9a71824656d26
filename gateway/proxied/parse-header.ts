import { isIPv4, isIPv6 } from "node:net";

/** The end of a header of version 1 comes within 107 bytes. */
const most1Bytes = 107;
/** The limit for the part of a version 2 header after its 16 bytes: addresses, and extensions that we do not read. */
const most2Bytes = 2_048;
const start1 = Buffer.from("PROXY ");
const start2 = Buffer.from("\r\n\r\n\0\r\nQUIT\n");

/** `address` null: the proxy speaks for itself, or does not name a client. `bytes`: the header's length. */
export type ProxyHeader = { address: string | null; bytes: number } | "incomplete" | "broken";

const startsLike = (given: Buffer, start: Buffer): boolean => {
  const bytes = Math.min(given.length, start.length);
  return given.compare(start, 0, bytes, 0, bytes) === 0;
};

function parse1(given: Buffer): ProxyHeader {
  const end = given.subarray(0, most1Bytes).indexOf("\r\n");
  if (end === -1) return given.length < most1Bytes ? "incomplete" : "broken";
  const bytes = end + 2;
  const [, family = "", from = "", to = "", ...rest] = given.toString("latin1", 0, end).split(" ");
  if (family === "UNKNOWN") return { address: null, bytes };
  const isAddress = family === "TCP4" ? isIPv4 : family === "TCP6" ? isIPv6 : () => false;
  const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
  const isWhole = isAddress(from) && isAddress(to) && rest.length === 2 && rest.every(isPort);
  return isWhole ? { address: from, bytes } : "broken";
}

const ipv4Of = (bytes: Buffer): string => [...bytes].join(".");
/** An IPv4 address in the form of IPv6 begins with these bytes. */
const mapped = Buffer.from("00000000000000000000ffff", "hex");

function ipv6Of(bytes: Buffer): string {
  if (bytes.subarray(0, 12).equals(mapped)) return ipv4Of(bytes.subarray(12));
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  return groups.join(":");
}

function parse2(given: Buffer): ProxyHeader {
  if (given.length < 16) return "incomplete";
  const [kind = 0, family = 0] = given.subarray(12, 14);
  const length = given.readUInt16BE(14);
  if ((kind !== 0x20 && kind !== 0x21) || length > most2Bytes) return "broken";
  const bytes = 16 + length;
  if (given.length < bytes) return "incomplete";
  if (kind === 0x20) return { address: null, bytes };
  if (family === 0x11) return length < 12 ? "broken" : { address: ipv4Of(given.subarray(16, 20)), bytes };
  if (family === 0x21) return length < 36 ? "broken" : { address: ipv6Of(given.subarray(16, 32)), bytes };
  return { address: null, bytes };
}

/** Reads a header of the PROXY protocol, version 1 or 2, at the start of a connection's data. */
export function parseProxyHeader(given: Buffer): ProxyHeader {
  const parse = startsLike(given, start2) ? parse2 : startsLike(given, start1) ? parse1 : null;
  if (parse === null) return "broken";
  return given.length < (parse === parse2 ? start2 : start1).length ? "incomplete" : parse(given);
}
