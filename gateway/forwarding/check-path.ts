/** Segments of unreserved and sub-delimiter characters that do not begin with a dot. Almost every real path matches. */
const plain = /^(?:\/[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*)+\/?$/;
/** Characters that a URL parser would encode (WHATWG URL, path percent-encode set) or read as a slash. */
const rewritten = /[^\x21-\x7e]|["#<>?\\^`{}]/;
const brokenEscape = /%(?![0-9a-f]{2})/i;
const hiddenSeparator = /%(?:2f|5c|00)/i;
const emptyOrDots = /\/(?:\/|(?:\.|%2e){1,2}(?:\/|$))/i;

/**
 * Says why a path may not be passed on byte for byte, or undefined when it may. It refuses everything that another
 * program could normalise differently (dot segments, empty segments, encoded separators, absolute form). So the prefix
 * that we check is the prefix that an upstream sees.
 */
export function checkPath(path: string): "NOT_FOUND" | "VALIDATION_ERROR" | undefined {
  if (path === "/" || plain.test(path)) return undefined;
  if (!path.startsWith("/") || hiddenSeparator.test(path) || emptyOrDots.test(path)) return "NOT_FOUND";
  return rewritten.test(path) || brokenEscape.test(path) ? "VALIDATION_ERROR" : undefined;
}
