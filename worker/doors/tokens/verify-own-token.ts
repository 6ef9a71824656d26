// Why: docs/decisions/access-tokens.md
import { decodeProtectedHeader, importJWK, jwtVerify, type CryptoKey } from "jose";
import { LRUCache } from "lru-cache";
import type { LiveStates } from "../../deployed/endpoints/served/live-states.ts";
import { describeToken, textOf } from "./describe-token.ts";
import { mustBeSigned, problemOf } from "./problem-of.ts";
import { problems, type TokenPolicy, type TokenProblem, type VerifiedToken } from "./verified-token.ts";

export interface OwnTokensOptions {
  /** The origin of PUBLIC_URL. */
  issuer: string;
  states: Pick<LiveStates, "signer" | "isRevoked">;
  /** Resolves when this worker knows everything announced before, because a key may be seconds old. */
  caughtUp: () => Promise<void>;
}

const algorithms = ["ES256"];
/** The clocks of machines may differ by this many seconds. */
const skewSeconds = 5;

/** Verifies access tokens of this Ferrule (RFC 9068) with the keys from the feed. */
export function createOwnTokens({ issuer, states, caughtUp }: OwnTokensOptions) {
  const keys = new LRUCache<string, CryptoKey | Uint8Array>({ max: 16 });

  async function keyOf(kid: string): Promise<CryptoKey | Uint8Array | undefined> {
    if (states.signer(kid) === undefined) await caughtUp();
    const signer = states.signer(kid);
    if (signer === undefined) return undefined;
    const imported = keys.get(kid) ?? (await importJWK(signer.jwk, "ES256"));
    keys.set(kid, imported);
    return imported;
  }

  async function verify(
    token: string,
    endpoint: string,
    endpointId: string,
    policy: TokenPolicy,
    now: number,
  ): Promise<VerifiedToken | TokenProblem> {
    try {
      const { kid, alg } = decodeProtectedHeader(token);
      if (alg !== "ES256") return mustBeSigned(algorithms);
      const key = typeof kid === "string" ? await keyOf(kid) : undefined;
      if (typeof kid !== "string" || key === undefined) return problems.unknownKey;
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience: endpoint,
        typ: "at+jwt",
        algorithms,
        requiredClaims: ["exp", "iat", "sub"],
        clockTolerance: skewSeconds,
        currentDate: new Date(now),
      });
      const [grantId, clientId, scope] = [payload["gid"], payload["client_id"], payload["scope"]].map(textOf);
      if (grantId === undefined || clientId === undefined || scope === undefined) return problems.malformed;
      if (textOf(payload.sub) === undefined || payload.exp === undefined) return problems.malformed;
      // RFC 8707: an endpoint that gets a token for several addresses could use it at the others.
      if (payload.aud !== endpoint) return problems.forAnother;
      // Another endpoint may have this address now.
      if (payload["eid"] !== endpointId) return problems.forAnother;
      const described = describeToken(payload, policy);
      if (typeof described === "string") return described;
      const still = () => {
        if (states.isRevoked(grantId)) return problems.revoked;
        return states.signer(kid) === undefined ? problems.unknownKey : null;
      };
      return { ...described, expiresAt: (payload.exp + skewSeconds) * 1_000, endpoint, policy, still };
    } catch (error) {
      return problemOf(error, algorithms);
    }
  }
  return { verify };
}
