/** A route's path as it stands in an address: letters beyond ASCII in percent-encoded UTF-8 (RFC 3986 section 2.5), parameters as they are. */
export const sentPath = (path: string): string =>
  path.replaceAll(/\{[^}]*\}|[^\p{ASCII}{]+/gu, (part) => (part.startsWith("{") ? part : encodeURIComponent(part)));
