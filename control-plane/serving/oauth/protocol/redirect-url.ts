/**
 * The address to which the browser takes the answer (OAuth 2.1, section 4.1.2). `iss` names the server, so that nobody
 * can make a client of several servers give one server's code to another (RFC 9207).
 */
export function redirectUrl(
  redirectUri: string,
  issuer: string,
  state: string | null,
  answer: Record<string, string>,
): string {
  const given = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${given.toString()}`;
}

/** The destination of the answer, for the person who decides: a host, or the scheme of a native program. */
export function redirectHostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === "" ? protocol : host;
}
