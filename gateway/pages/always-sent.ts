const contentSecurityPolicy = (style: string) =>
  `default-src 'none'; script-src 'self'; style-src ${style}; img-src 'self' data:; font-src 'self'; ` +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The headers of each file and page, as a flat list of names and values. @param style the sources of styles */
export const alwaysSent = (style = "'self'"): readonly string[] => [
  "x-content-type-options",
  "nosniff",
  "content-security-policy",
  contentSecurityPolicy(style),
  "referrer-policy",
  "same-origin",
  "cross-origin-opener-policy",
  "same-origin",
];
