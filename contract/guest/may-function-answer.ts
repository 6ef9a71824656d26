/**
 * Response headers that describe only this response: its body, its age, other addresses for it. Any other header may
 * affect the whole origin, which Functions share with the console (`alt-svc`, `nel`, `report-to`, `accept-ch`,
 * `clear-site-data`), ask the browser for credentials (`www-authenticate`), widen the endpoint's policy (CORS), or
 * belong to one hop.
 */
const answerable = new Set([
  "accept-ranges",
  "age",
  "allow",
  "cache-control",
  "content-digest",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-location",
  "content-range",
  "content-type",
  "deprecation",
  "digest",
  "etag",
  "expires",
  "last-modified",
  "link",
  "location",
  "pragma",
  "preference-applied",
  "ratelimit",
  "ratelimit-limit",
  "ratelimit-policy",
  "ratelimit-remaining",
  "ratelimit-reset",
  "referrer-policy",
  "repr-digest",
  "retry-after",
  "server-timing",
  "signature",
  "signature-input",
  "sunset",
  "vary",
]);

/**
 * Names beginning with `x-` that a proxy, a browser or the platform obeys. A trailing `-` reserves every name with that
 * beginning.
 */
const reserved = [
  "x-accel-",
  "x-api-key",
  "x-cascade",
  "x-content-security-policy",
  "x-content-type-options",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-envoy-",
  "x-ferrule-",
  "x-forwarded-",
  "x-frame-options",
  "x-http-method-override",
  "x-internal-",
  "x-lighttpd-",
  "x-litespeed-",
  "x-middleware-",
  "x-nf-",
  "x-original-",
  "x-permitted-cross-domain-policies",
  "x-real-ip",
  "x-reproxy-",
  "x-request-id",
  "x-rewrite-",
  "x-sendfile",
  "x-sendfile-",
  "x-sendfile2",
  "x-ua-compatible",
  "x-webkit-csp",
  "x-xss-protection",
];

const isReserved = (name: string) => reserved.some((one) => (one.endsWith("-") ? name.startsWith(one) : name === one));

/**
 * Whether a Function's HTTP response may have this header: one of a list, or an `x-…` name that nothing on the way
 * obeys. Three places use it: the sandbox warns the author, the worker leaves the header out, and the gateway drops
 * every header that fails it.
 */
export function mayFunctionAnswer(name: string): boolean {
  const lower = name.toLowerCase();
  if (answerable.has(lower)) return true;
  // Some servers map both to one variable, so to them `x_accel_redirect` is another spelling.
  return /^x-[a-z0-9-]+$/.test(lower) && !isReserved(lower);
}
