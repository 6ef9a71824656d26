import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { PolicyState } from "@ferrule/contract/internal/changes.ts";
import { findKey, type ServedEndpoint, type ServedKey } from "../../deployed/endpoints/served/served-endpoint.ts";
import { challengeHeaders } from "../tokens/challenge.ts";
import { longestToken, type TokenVerifier } from "../tokens/token-verifier.ts";
import { problems, type VerifiedToken } from "../tokens/verified-token.ts";
import { refusal, type Refusal } from "./exchange.ts";
import type { SignedRequest } from "./signed-request.ts";

/** The rights of an access token, and where its holder can request more. */
export interface TokenHolder extends Pick<VerifiedToken, "scopes" | "access" | "helps" | "expiresAt"> {
  origin: string;
  path: string;
}

/** The caller. `key` and `token` are null for an anonymous caller whom the policy allows. */
export interface Authenticated {
  caller: Caller;
  tenantId: string;
  key: ServedKey | null;
  token: TokenHolder | null;
  /** Set if a signature admitted the caller. */
  signed?: SignedRequest;
}

/** Everything that is needed to check a credential at one address. */
export interface CredentialContext {
  tokens: TokenVerifier;
  /** The origin of PUBLIC_URL, which is the issuer of access tokens. */
  ownOrigin: string;
  /** The endpoint's path, which with the origin forms the audience of its tokens. */
  path: string;
}

const anonymous: Authenticated = {
  caller: { kind: "anonymous", id: null, name: null },
  tenantId: "default",
  key: null,
  token: null,
};
const bearer = /^bearer +([^\s]+) *$/i;
/** RFC 7515, section 7.1: our keys contain no dot. */
const compactToken = /^[\w-]+\.[\w-]*\.[\w-]*$/;
const longestKey = 512;

function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

/** `x-api-key`, or the same key as a Bearer token, for clients that can send only that. */
export function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const named = headers["x-api-key"];
  return typeof named === "string" && named !== "" ? named : bearerOf(headers);
}

/**
 * Whether a caller presents a text in the form of our keys. If we refuse it, it may be too new for this worker.
 */
export const presentsOwnKey = (headers: IncomingHttpHeaders): boolean =>
  presentedKey(headers)?.startsWith("fer_key_") === true;

function opensKeys(policy: PolicyState): boolean {
  if (policy.callerMode === "oauth") return policy.oauth.keys;
  return policy.callerMode !== "jwt" || policy.jwt.keys;
}

const keyChallenge = (error: string) => [
  "www-authenticate",
  `Bearer realm="ferrule"${error}`,
  "cache-control",
  "no-store",
];

function byKey(endpoint: ServedEndpoint, headers: IncomingHttpHeaders, now: number): Authenticated | Refusal {
  const { policy } = endpoint;
  const presented = presentedKey(headers);
  if (presented !== undefined && presented.length <= longestKey && opensKeys(policy)) {
    const key = findKey(endpoint, presented, now);
    if (key !== undefined) return { caller: key.caller, tenantId: key.tenantId, key, token: null };
  }
  if (policy.callerMode === "none") return anonymous;
  const help =
    endpoint.preview?.replacesSignIn === true ? "Nobody signs in to a preview. Send its API key." : undefined;
  return refusal("API_KEY_INVALID", help, keyChallenge(presented === undefined ? "" : ', error="invalid_token"'));
}

function byToken(
  checked: VerifiedToken | string,
  { ownOrigin: origin, path }: CredentialContext,
  scopes: readonly string[],
): Authenticated | Refusal {
  if (checked === problems.keysAway) return refusal("UNAVAILABLE", checked, ["retry-after", "5"]);
  if (typeof checked === "string") {
    const headers = challengeHeaders({
      origin,
      path,
      scopes,
      error: "invalid_token",
      description: checked,
    });
    return refusal("TOKEN_INVALID", checked, headers);
  }
  const { caller, scopes: held, access, helps, expiresAt } = checked;
  const token = { scopes: held, access, helps, expiresAt, origin, path };
  return { caller, tenantId: access.tenantId, key: null, token };
}

/**
 * Authenticates a caller by the endpoint's own keys in its environment (docs/endpoints.md, API keys) and, if callers
 * sign in, by access tokens (RFC 6750, in the header only). For a known token, the result is immediate.
 */
export function authenticate(
  endpoint: ServedEndpoint,
  headers: IncomingHttpHeaders,
  now: number,
  context: CredentialContext,
): Authenticated | Refusal | Promise<Authenticated | Refusal> {
  const { policy, firstScopes: scopes } = endpoint;
  if (policy.callerMode !== "oauth" && policy.callerMode !== "jwt") return byKey(endpoint, headers, now);
  const { tokens, ownOrigin: origin, path } = context;
  const token = headers["x-api-key"] === undefined ? bearerOf(headers) : undefined;
  if (token !== undefined && token.length <= longestToken && compactToken.test(token)) {
    const checked = tokens.check(token, origin + path, endpoint.id, policy, now);
    if (checked instanceof Promise) return checked.then((one) => byToken(one, context, scopes));
    return byToken(checked, context, scopes);
  }
  const answered = byKey(endpoint, headers, now);
  if (!("code" in answered)) return answered;
  const given = presentedKey(headers) !== undefined;
  const wrong = {
    error: "invalid_token",
    description: "This is not an access token or API key of this endpoint.",
  } as const;
  return refusal("TOKEN_INVALID", undefined, challengeHeaders({ origin, path, scopes, ...(given ? wrong : {}) }));
}
