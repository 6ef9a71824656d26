import type { IncomingHttpHeaders } from "node:http";
import type { ServedEndpoint } from "../../deployed/endpoints/served/served-endpoint.ts";

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const exposed =
  "x-request-id, retry-after, location, preference-applied, www-authenticate, ratelimit, ratelimit-policy, mcp-session-id";
const noHeaders: readonly string[] = [];

/**
 * Whether a browser's page of this origin may call (MCP 2025-11-25, transports, "Security warning"). Only browsers send
 * an `Origin`, so a request without one may always call. `own`: the origins of Ferrule itself.
 */
export function originAllowed(
  endpoint: ServedEndpoint,
  origin: string | undefined,
  own: readonly (string | undefined)[],
): boolean {
  if (origin === undefined || own.includes(origin)) return true;
  return endpoint.allowedOrigins.has(origin) || (endpoint.allowedOrigins.has("*") && origin !== "null");
}

/** The headers that let a browser's page read the response. */
export function corsHeaders(origin: string | undefined): readonly string[] {
  if (origin === undefined) return noHeaders;
  return ["access-control-allow-origin", origin, "vary", "origin", "access-control-expose-headers", exposed];
}

/** Null when it is not a preflight; otherwise the headers of the response, in addition to those of `corsHeaders`. */
export function preflightHeaders(headers: IncomingHttpHeaders, methods: readonly string[]): string[] | null {
  if (headers.origin === undefined || headers["access-control-request-method"] === undefined) return null;
  const asked = (headers["access-control-request-headers"] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => headerName.test(name));
  return [
    "access-control-allow-methods",
    methods.join(", "),
    "access-control-max-age",
    "600",
    ...(asked.length === 0 ? [] : ["access-control-allow-headers", asked.join(", ")]),
  ];
}
