/** Schemes that a browser would run or open by itself. */
const dangerous = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "ws:",
  "wss:",
  "ftp:",
  "view-source:",
]);
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether the address is this machine's own, where a native app listens (RFC 8252, section 7.3). */
export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === "http:" && loopback.has(hostname);

/**
 * Why a client may not receive its responses at this address; null if it may. It may use https, http on the loopback
 * interface, and schemes of an app's own (RFC 8252, section 7; OAuth 2.1, section 2.3).
 */
export function redirectUriProblem(value: string): string | null {
  if (!URL.canParse(value) || !/^[!-~]+$/.test(value)) return "must be an absolute URL";
  const url = new URL(value);
  if (value.includes("#")) return "must have no fragment";
  if (url.username !== "" || url.password !== "") return "must have no user name or password";
  if (value.includes("*")) return "must have no wildcard";
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:") return isLoopback(url) ? null : "must be https, or http on localhost";
  return dangerous.has(url.protocol) ? "must not have a scheme that browsers run" : null;
}
