import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createIssuedTokens } from "./verify-issued-token.ts";
import { createOwnTokens, type OwnTokensOptions } from "./verify-own-token.ts";
import { problems, type TokenPolicy, type TokenProblem, type VerifiedToken } from "./verified-token.ts";

type Checked = VerifiedToken | TokenProblem;

export interface TokenVerifier {
  /**
   * Checks a token for the endpoint at this URL with this id, by its policy. For a known token, the result is
   * immediate.
   */
  check: (
    token: string,
    endpoint: string,
    endpointId: string,
    policy: TokenPolicy,
    now: number,
  ) => Checked | Promise<Checked>;
}

interface TokenVerifierOptions extends OwnTokensOptions {
  /** The published keys of the issuer that a policy trusts. */
  keysOf: Parameters<typeof createIssuedTokens>[0];
}

const mostKnown = 10_000;
/** The longest token. Tokens of other issuers list groups; a request's header may have 16 KiB. */
export const longestToken = 16_384;
const longestOwn = 4_096;

/**
 * Verifies access tokens. It remembers verified ones by hash until they expire, their policy changes or their key is
 * removed.
 */
export function createTokenVerifier({ keysOf, ...own }: TokenVerifierOptions): TokenVerifier {
  const known = new LRUCache<string, VerifiedToken>({ max: mostKnown });
  const ownTokens = createOwnTokens(own);
  const issuedTokens = createIssuedTokens(keysOf);

  async function verify(
    token: string,
    sha256: string,
    endpoint: string,
    endpointId: string,
    policy: TokenPolicy,
    now: number,
  ) {
    if (policy.callerMode === "oauth" && token.length > longestOwn) return problems.malformed;
    const verified =
      policy.callerMode === "jwt"
        ? await issuedTokens.verify(token, endpoint, policy, now)
        : await ownTokens.verify(token, endpoint, endpointId, policy, now);
    if (typeof verified === "string") return verified;
    const problem = verified.still(now);
    if (problem !== null) return problem;
    known.set(sha256, verified);
    return verified;
  }

  return {
    check(token, endpoint, endpointId, policy, now) {
      const sha256 = hash("sha256", token, "hex");
      const verified = known.get(sha256);
      if (verified?.policy !== policy || verified.endpoint !== endpoint || verified.still(now) !== null)
        return verify(token, sha256, endpoint, endpointId, policy, now);
      return now >= verified.expiresAt ? problems.expired : verified;
    },
  };
}
