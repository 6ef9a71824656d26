import type { IncomingHttpHeaders } from "node:http";

/** Credentials, what belongs to one hop, and what the roles say among themselves: no Function's business. */
const hidden = new Set([
  "authorization",
  "connection",
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

/** The request's headers as `ctx.http.request.headers` shows them: lower-case names, one text each. */
export function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    if (hidden.has(name) || name.startsWith("x-ferrule-")) continue;
    const value = headers[name];
    if (value !== undefined) shown[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return shown;
}
