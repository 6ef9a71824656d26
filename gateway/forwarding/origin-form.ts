import type { IncomingMessage } from "node:http";

const absolute = /^https?:\/\/([\w.~!$&'()*+,;=:%[\]-]+)(?=[/?]|$)/i;

/**
 * Turns a target in absolute form into a path, and takes the host from it instead of from `Host`, as RFC 9112 section
 * 3.2.2 requires. Proxies and some clients behind them use this form. A target with a user's name stays unchanged, and
 * is later refused because it is not a path.
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = "/", httpVersionMajor, headers } = request;
  if (url.startsWith("/") || httpVersionMajor !== 1) return;
  const [start, authority] = absolute.exec(url) ?? [];
  if (start === undefined || authority === undefined) return;
  const rest = url.slice(start.length);
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  // Without a `Host`, the request must still be refused.
  if (headers.host !== undefined) headers.host = authority;
}
