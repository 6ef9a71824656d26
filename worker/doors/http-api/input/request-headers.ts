import { shownCookies } from "@ferrule/contract/guest/set-cookie.ts";
import { hopByHop } from "@ferrule/kit/http/hop-by-hop.ts";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Headers that a Function must not see: credentials, headers of a single hop or of the body's encoding, and headers
 * between the roles.
 */
const hidden = new Set<string>([
  ...hopByHop,
  "authorization",
  // The Function sees the decoded body.
  "content-encoding",
  "cookie",
  "expect",
  "host",
  "proxy-authorization",
  "x-api-key",
  "x-internal-token",
]);

/**
 * The request's headers in the form of `ctx.http.request.headers`: lower-case names, one text each. They include
 * cookies only if the request came through a host of HTTP APIs, which never gets the console's cookies.
 */
export function shownHeaders(headers: IncomingHttpHeaders, withCookies: boolean): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    if (hidden.has(name) || name.startsWith("x-ferrule-")) continue;
    const value = headers[name];
    if (value !== undefined) shown[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  const cookies = withCookies && headers.cookie !== undefined ? shownCookies(headers.cookie) : undefined;
  if (cookies !== undefined) shown["cookie"] = cookies;
  return shown;
}
