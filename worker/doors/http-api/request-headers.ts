import { shownCookies } from "@ferrule/contract/guest/set-cookie.ts";
import type { IncomingHttpHeaders } from "node:http";

/** Credentials, what belongs to one hop or to one form of the body, and what the roles say among themselves: no Function's business. */
const hidden = new Set([
  "authorization",
  "connection",
  // The body is shown as it is without it.
  "content-encoding",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-api-key",
  "x-internal-token",
]);

/**
 * The request's headers as `ctx.http.request.headers` shows them: lower-case names, one text each. Cookies are shown where the
 * request came by a host of HTTP APIs, which does not get those of the console.
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
