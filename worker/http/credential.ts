import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import { findKey, type ServedEndpoint, type ServedKey } from "../endpoints/served-endpoint.ts";
import { refusal, type Refusal } from "./exchange.ts";

/** Who calls. `key` is null for an anonymous caller, which the policy then allows. */
export interface Authenticated {
  caller: Caller;
  tenantId: string;
  key: ServedKey | null;
}

const anonymous: Authenticated = {
  caller: { kind: "anonymous", id: null, name: null },
  tenantId: "default",
  key: null,
};
const bearer = /^bearer +([^\s]+) *$/i;
const longestKey = 512;

/** `x-api-key`, or the same key as a Bearer token, for clients that can send nothing else. */
function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const named = headers["x-api-key"];
  if (typeof named === "string" && named !== "") return named;
  const { authorization } = headers;
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

const challenge = (error: string) => [
  "www-authenticate",
  `Bearer realm="ferrule"${error}`,
  "cache-control",
  "no-store",
];

/** Authenticates a caller by the endpoint's own keys in its own environment (api-contract section 5, Credential). */
export function authenticate(
  endpoint: ServedEndpoint,
  headers: IncomingHttpHeaders,
  now: number,
): Authenticated | Refusal {
  const presented = presentedKey(headers);
  if (presented !== undefined && presented.length <= longestKey && endpoint.policy.callerMode !== "jwt") {
    const key = findKey(endpoint, presented, now);
    if (key !== undefined) return { caller: key.caller, tenantId: key.tenantId, key };
  }
  if (endpoint.policy.callerMode === "none") return anonymous;
  return refusal("API_KEY_INVALID", undefined, challenge(presented === undefined ? "" : ', error="invalid_token"'));
}
