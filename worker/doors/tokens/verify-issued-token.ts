import { hasClaim } from "@ferrule/contract/internal/apply-rules.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyResult } from "jose";
import { describeToken, textOf } from "./describe-token.ts";
import type { IssuerKeys, KeySet } from "./issuer-keys/issuer-keys.ts";
import { mustBeSigned, problemOf } from "./problem-of.ts";
import { problems, type TokenPolicy, type TokenProblem, type VerifiedToken } from "./verified-token.ts";

type JwtTokenPolicy = Extract<TokenPolicy, { callerMode: "jwt" }>;

/**
 * The type of RFC 9068, section 2.1, and types that careless issuers write. Tokens of other types serve another
 * purpose.
 */
const types = new Set([undefined, "jwt", "at+jwt", "application/at+jwt"]);

/** Claims that only an ID token has (OpenID Connect Core, section 2). It says who signed in, and gives no access. */
const isIdToken = (payload: JWTPayload): boolean => ["nonce", "at_hash", "c_hash"].some((name) => name in payload);

/** Why a token with a valid signature is refused for its claims; null when it is not. */
function claimProblem(payload: JWTPayload, { jwt }: JwtTokenPolicy, now: number): TokenProblem | null {
  if (textOf(payload.sub) === undefined || isIdToken(payload)) return problems.malformed;
  if (payload.iat !== undefined && payload.iat > now / 1_000 + jwt.clockSkewSeconds) return problems.notYet;
  // RFC 9449, section 7.2, and RFC 8705 bind a token to a key, so that a thief cannot use it. We do not check that key,
  // so we refuse such tokens.
  if (isObject(payload["cnf"])) return problems.bound;
  const lacks = jwt.requiredClaims.some(({ name, value }) => !hasClaim(payload, name, value));
  return lacks ? problems.lacksClaim : null;
}

/**
 * Verifies tokens of the issuer that a policy trusts (RFC 7519, RFC 8725), with its published keys. If it does not know
 * a key, it requests the keys again, as often as `IssuerKeys` allows.
 */
export function createIssuedTokens(keysOf: (policy: JwtTokenPolicy["jwt"]) => IssuerKeys) {
  async function verify(
    token: string,
    endpoint: string,
    policy: JwtTokenPolicy,
    now: number,
  ): Promise<VerifiedToken | TokenProblem> {
    const { jwt } = policy;
    const { algorithms, clockSkewSeconds, issuer, audience } = jwt;
    const checked = (set: KeySet): Promise<JWTVerifyResult> =>
      jwtVerify(token, set.keyOf, {
        issuer,
        audience: audience ?? endpoint,
        algorithms: [...algorithms],
        requiredClaims: ["exp", "sub"],
        clockTolerance: clockSkewSeconds,
        currentDate: new Date(now),
      });
    try {
      const { alg = "", typ } = decodeProtectedHeader(token);
      if (!algorithms.some((one) => one === alg)) return mustBeSigned(algorithms);
      if (!types.has(typ?.toLowerCase())) return problems.malformed;
      const keys = keysOf(jwt);
      let set = keys.current(now) ?? (await keys.another(null, now));
      if (set === null) return problems.keysAway;
      let result: JWTVerifyResult;
      try {
        result = await checked(set);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        const newer = await keys.another(set, now);
        if (newer === null || newer === set) return problems.unknownKey;
        set = newer;
        result = await checked(set);
      }
      const { payload } = result;
      const problem = claimProblem(payload, policy, now);
      if (problem !== null || payload.exp === undefined) return problem ?? problems.malformed;
      const described = describeToken(payload, policy);
      if (typeof described === "string") return described;
      const verifiedBy = set;
      // With changed keys, the token is verified again.
      const still = (at: number) => (keys.current(at) === verifiedBy ? null : problems.unknownKey);
      return { ...described, expiresAt: (payload.exp + clockSkewSeconds) * 1_000, endpoint, policy, still };
    } catch (error) {
      return problemOf(error, algorithms);
    }
  }
  return { verify };
}
