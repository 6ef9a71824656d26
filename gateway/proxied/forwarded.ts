const pair = /^\s*([\w!#$%&'*+.^`|~-]+)=(?:"([^"\\]*)"|([\w!#$%&'*+.^`|~:[\]-]+))\s*$/;

/** The `for` of one element; empty when there is none or more than one, or when the element is malformed. */
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
 * The `for` of each element of a `Forwarded` header (RFC 7239, section 5.2), in order. A comma within quotes separates
 * elements, too. Proxies write no such commas, and otherwise a caller could open a quote that swallows the part that
 * the proxy appends.
 */
export const forwardedFor = (header: string): string[] => header.split(",").map(forOf);
