/** The most characters of a URI that a client may ask for. */
export const mostUriChars = 2_000;
/** The characters of a URI (RFC 3986, section 2); others are percent-encoded. */
const characters = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]+$/;

/** What is wrong with the URI that a client asks for; null when nothing is. */
export function requestedUriProblem(uri: unknown): string | null {
  if (typeof uri !== "string") return "uri is missing";
  if (uri.length > mostUriChars) return `uri has more than ${mostUriChars} characters`;
  return characters.test(uri) ? null : "uri has characters that a URI percent-encodes (RFC 3986)";
}
