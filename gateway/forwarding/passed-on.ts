import type { IncomingHttpHeaders } from "node:http";
import { hopByHop } from "@ferrule/kit/http/hop-by-hop.ts";
import { connectionNames } from "../answers/connection-names.ts";

/**
 * Headers that we never take from a client: hop-by-hop fields (RFC 9110 section 7.6.1), names of this hop, and headers
 * that other roles trust because only the gateway sends them.
 */
const dropped = new Set<string>([
  ...hopByHop,
  "proxy-authorization",
  "proxy-authenticate",
  "expect",
  "http2-settings",
  "host",
  "content-length",
  "forwarded",
  "x-internal-token",
  "x-request-id",
]);

/** Names that begin with a colon belong to HTTP/2 itself (RFC 9113, section 8.3). */
function isDropped(name: string): boolean {
  return dropped.has(name) || name.startsWith(":") || name.startsWith("x-forwarded-") || name.startsWith("x-ferrule-");
}

/**
 * Copies the allowed headers of a client, as a flat list of names and values, which undici and `writeHead` take without
 * copying it again. If `cookies` is false, it leaves out `cookie`.
 */
export function passedOn(headers: IncomingHttpHeaders, cookies: boolean): string[] {
  const named = connectionNames(headers.connection);
  const list: string[] = [];
  for (const name in headers) {
    if (isDropped(name) || (!cookies && name === "cookie") || named?.has(name) === true) continue;
    const value = headers[name];
    if (typeof value === "string") list.push(name, value);
    else if (value !== undefined) for (const item of value) list.push(name, item);
  }
  return list;
}
