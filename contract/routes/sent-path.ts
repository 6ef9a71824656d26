/**
 * A route's path in the form of an address: letters beyond ASCII as percent-encoded UTF-8 (RFC 3986 section 2.5),
 * parameters unchanged.
 */
export const sentPath = (path: string): string =>
  path.replaceAll(/\{[^}]*\}|[^\p{ASCII}{]+/gu, (part) => (part.startsWith("{") ? part : encodeURIComponent(part)));
