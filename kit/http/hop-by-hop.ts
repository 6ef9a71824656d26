/** The header fields of a single connection, which nobody passes on (RFC 9110, section 7.6.1). */
export const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
] as const;
