import type { IncomingHttpHeaders } from "node:http";

/**
 * Parses headers from a list of names and values, starting at an index. A repeated name gets both values combined as in
 * RFC 9110 section 5.2; `set-cookie`, which cannot be combined, becomes a list.
 */
export function headersOf(texts: readonly string[], from: number): IncomingHttpHeaders {
  const headers = Object.create(null) as IncomingHttpHeaders;
  for (let at = from; at + 1 < texts.length; at += 2) {
    const name = texts[at]!;
    const value = texts[at + 1]!;
    const before = headers[name];
    if (name === "set-cookie") (headers[name] ??= []).push(value);
    else headers[name] = before === undefined ? value : `${String(before)}, ${value}`;
  }
  return headers;
}
