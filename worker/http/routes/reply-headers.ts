const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * What a Function cannot set (api-contract section 5, "One origin, two worlds"): what would let it act on the origin it
 * shares with the console or widen the endpoint's policy, hop-by-hop fields, and what the platform says itself.
 */
const dropped = new Set([
  "clear-site-data",
  "connection",
  "content-length",
  "content-security-policy",
  "keep-alive",
  "proxy-authenticate",
  "proxy-connection",
  "service-worker-allowed",
  "set-cookie",
  "set-cookie2",
  "strict-transport-security",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-content-type-options",
  "x-request-id",
]);

/** A client or proxy that takes headers of 16 KB takes these beside the platform's own. */
const mostCharacters = 8 * 1_024;

export interface ReplyHeaders {
  type: string | null;
  /** The others, as names and values in turn. */
  headers: string[];
}

/** The headers of `ctx.http.respond` that may be sent; a name or value that is none in HTTP is left out, and
 * so is what is beyond 8 KB. */
export function replyHeaders(given: Record<string, string | string[]>): ReplyHeaders {
  const headers: string[] = [];
  let type: string | null = null;
  let room = mostCharacters;
  let cached = false;
  for (const [name, values] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!token.test(name) || dropped.has(lower)) continue;
    if (lower.startsWith("x-ferrule-") || lower.startsWith("access-control-")) continue;
    for (const value of [values].flat()) {
      if (typeof value !== "string" || !sendable.test(value)) continue;
      room -= name.length + value.length + 4;
      if (room < 0) continue;
      if (lower === "cache-control") cached = true;
      if (lower === "content-type") type = value;
      else headers.push(lower, value);
    }
  }
  if (!cached) headers.push("cache-control", "no-store");
  return { type, headers };
}
