import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { AdmittedCall } from "../../../calls/admission/function-call.ts";

/** A string of RFC 9651, as the draft requires, or the bare text that most callers send. */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/;
const bare = /^[\x21\x23-\x2b\x2d-\x7e]{1,255}$/;

/** The key of a request; null without one; undefined when the header contains something else. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | null | undefined {
  const given = headers["idempotency-key"];
  if (given === undefined) return null;
  if (typeof given !== "string") return undefined;
  const within = quoted.exec(given)?.[1];
  if (within !== undefined) return within.replaceAll(/\\(["\\])/g, "$1");
  return bare.test(given) ? given : undefined;
}

const digestOf = (parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("base64url");
};

/** The place to which a key belongs: different callers, tenants, routes, environments and previews never share a key. */
export function placeOf({ endpoint, tenantId, caller }: AdmittedCall, bindingId: string, key: string): string {
  const place = endpoint.preview?.id ?? endpoint.environment;
  return digestOf([place, endpoint.id, bindingId, tenantId, caller.kind, caller.id ?? "", key]);
}

/** Distinguishes requests under the same key. */
export const requestOf = (path: string, query: string, type: string, body: Uint8Array): string =>
  digestOf([path, query, type, body]);
