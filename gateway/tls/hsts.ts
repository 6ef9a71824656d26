/** Long enough for the lists that browsers ship. */
const oneYear = "max-age=31536000";

/**
 * The fields of `Strict-Transport-Security` (RFC 6797), as a flat list. Empty when callers use http, or another port
 * than https's own: browsers would then use https for every other port of that host, too.
 */
export function hstsFor(publicUrl: string): readonly string[] {
  const { protocol, port } = new URL(publicUrl);
  return protocol === "https:" && port === "" ? ["strict-transport-security", oneYear] : [];
}
