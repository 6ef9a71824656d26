const pair = /^\s*([\w!#$%&'*+.^`|~-]+)=(?:"([^"\\]*)"|([\w!#$%&'*+.^`|~:[\]-]+))\s*$/;

/** The `for` of one element; empty: there is none, more than one, or something other than pairs. */
function forOf(element: string): string {
  let found = "";
  for (const text of element.split(";")) {
    const [whole, name = "", quoted, token = ""] = pair.exec(text) ?? [];
    if (whole === undefined) return "";
    if (name.toLowerCase() !== "for") continue;
    if (found !== "") return "";
    found = quoted ?? token;
  }
  return found;
}

/**
 * Whom each element of a `Forwarded` header names with `for` (RFC 7239, section 5.2), in their order. A comma within quotes
 * separates, too. Proxies write none, and otherwise a caller could open a quote that swallows what the proxy appends.
 */
export const forwardedFor = (header: string): string[] => header.split(",").map(forOf);
