/** Long enough for the lists that browsers ship. */
const oneYear = "max-age=31536000";

/**
 * The fields of `Strict-Transport-Security` (RFC 6797), as a flat list. Empty when callers use http, and for a port of its
 * own: browsers would ask every other port of that host by https, too.
 */
export function hstsFor(publicUrl: string): readonly string[] {
  const { protocol, port } = new URL(publicUrl);
  return protocol === "https:" && port === "" ? ["strict-transport-security", oneYear] : [];
}
