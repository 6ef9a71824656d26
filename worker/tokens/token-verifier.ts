import { hash } from "node:crypto";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import { decodeProtectedHeader, errors, importJWK, jwtVerify, type CryptoKey, type JWTPayload } from "jose";
import { LRUCache } from "lru-cache";
import type { LiveStates } from "../endpoints/live-states.ts";

/** A token whose signature and claims are good. */
export interface VerifiedToken {
  /** Epoch milliseconds. */
  expiresAt: number;
  /** The one endpoint that it opens, as its URL. */
  audience: string;
  /** The key that signed it. */
  kid: string;
  /** All tokens of one consent are revoked together. */
  grantId: string;
  caller: Caller;
  scopes: ReadonlySet<string>;
}

/** Why a token opens nothing, as one sentence for the client's `error_description` (RFC 6750, section 3). */
export type TokenProblem = string;

export interface TokenVerifier {
  /** Checks a token for the endpoint of this URL. A token that is known is answered at once. */
  check: (
    token: string,
    audience: string,
    now: number,
  ) => VerifiedToken | TokenProblem | Promise<VerifiedToken | TokenProblem>;
}

interface TokenVerifierOptions {
  /** The origin of PUBLIC_URL. */
  issuer: string;
  states: Pick<LiveStates, "signer" | "isRevoked">;
  /** Resolves when everything said before has been heard: a key may be seconds old. */
  caughtUp: () => Promise<void>;
}

const algorithm = "ES256";
/** Machines' clocks may differ by as many seconds. */
const skewSeconds = 5;
const mostKnown = 10_000;
export const longestToken = 4_096;

const expired = "The token has expired.";
const forAnother = "The token is for another address.";
const revoked = "The token was revoked.";
const unknownKey = "No key of this issuer has signed the token.";
const malformed = "This is not an access token.";

/** Says what is wrong without a word of what the token holds. */
function problemOf(error: unknown): TokenProblem {
  if (error instanceof errors.JWTExpired) return expired;
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return forAnother;
    if (error.claim === "iss") return "Another issuer made the token.";
    if (error.claim === "nbf" || error.claim === "iat") return "The token is not valid yet.";
    return malformed;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The signature of the token is wrong.";
  if (error instanceof errors.JOSEAlgNotAllowed) return `The token must be signed with ${algorithm}.`;
  if (error instanceof errors.JOSEError) return malformed;
  throw error;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function verifiedOf(payload: JWTPayload, kid: string, audience: string): VerifiedToken | TokenProblem {
  const { iss, sub, exp } = payload;
  const [grantId, clientId, scope] = [payload["gid"], payload["client_id"], payload["scope"]].map(textOf);
  if (iss === undefined || sub === undefined || exp === undefined) return malformed;
  if (grantId === undefined || clientId === undefined || scope === undefined) return malformed;
  // RFC 8707: a token for several addresses could be passed on from one to the other.
  if (payload.aud !== audience) return forAnother;
  const scopes = scope.split(" ");
  const email = textOf(payload["email"]);
  const name = email ?? textOf(payload["client_name"]) ?? null;
  const who = email === undefined ? {} : { email };
  const caller: Caller = { kind: "jwt", id: sub, name, issuer: iss, subject: sub, clientId, ...who, scopes };
  return { expiresAt: (exp + skewSeconds) * 1_000, audience, kid, grantId, caller, scopes: new Set(scopes) };
}

/** Verifies access tokens (RFC 9068) with the keys from the feed. What it has verified it knows by hash until it expires. */
export function createTokenVerifier({ issuer, states, caughtUp }: TokenVerifierOptions): TokenVerifier {
  const known = new LRUCache<string, VerifiedToken>({ max: mostKnown });
  const keys = new LRUCache<string, CryptoKey | Uint8Array>({ max: 16 });

  async function keyOf(kid: string): Promise<CryptoKey | Uint8Array | undefined> {
    if (states.signer(kid) === undefined) await caughtUp();
    const signer = states.signer(kid);
    if (signer === undefined) return undefined;
    const imported = keys.get(kid) ?? (await importJWK(signer.jwk, algorithm));
    keys.set(kid, imported);
    return imported;
  }

  /** What may have changed since the token was verified: time, the address that is asked, the feed's word. */
  function still(token: VerifiedToken, audience: string, now: number): VerifiedToken | TokenProblem {
    if (now >= token.expiresAt) return expired;
    if (token.audience !== audience) return forAnother;
    if (states.isRevoked(token.grantId)) return revoked;
    return states.signer(token.kid) === undefined ? unknownKey : token;
  }

  async function verify(token: string, sha256: string, audience: string, now: number) {
    try {
      const { kid, alg } = decodeProtectedHeader(token);
      if (alg !== algorithm) return `The token must be signed with ${algorithm}.`;
      const key = typeof kid === "string" ? await keyOf(kid) : undefined;
      if (typeof kid !== "string" || key === undefined) return unknownKey;
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience,
        typ: "at+jwt",
        algorithms: [algorithm],
        requiredClaims: ["exp", "iat", "sub"],
        clockTolerance: skewSeconds,
      });
      const verified = verifiedOf(payload, kid, audience);
      if (typeof verified === "string") return verified;
      known.set(sha256, verified);
      return still(verified, audience, now);
    } catch (error) {
      // `decodeProtectedHeader` throws a TypeError for what is no token at all.
      return error instanceof TypeError ? malformed : problemOf(error);
    }
  }

  return {
    check(token, audience, now) {
      const sha256 = hash("sha256", token, "hex");
      const verified = known.get(sha256);
      return verified === undefined ? verify(token, sha256, audience, now) : still(verified, audience, now);
    },
  };
}
