import type { IncomingHttpHeaders } from "node:http";

/**
 * The headers of a list of names and values from a place on. One that is there twice has both values, as RFC 9110 section 5.2
 * combines them, and `set-cookie`, which cannot be combined, a list of them.
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
