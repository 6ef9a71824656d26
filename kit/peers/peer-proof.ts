import { createHmac } from "node:crypto";

/*
 * How a role proves that it knows a token before it is sent it, or anything else: an address that belonged to a role yesterday may
 * belong to a stranger today. Who has opened a connection sends `GET` of `proofPath` on it, with 32 random bytes as `challengeHeader`. The
 * answer is `{ "proofs": […] }`: for each token that the role accepts, HMAC-SHA-256 (RFC 2104) over this protocol's name and the
 * challenge. No proof can be used again, and none tells the token, which is random and long. A stranger who passes the challenge on to a
 * true role gets through, unless the one who dials asks by https and believes the roles' own authority alone (`INTERNAL_TLS_CA_FILE`).
 * A certificate at the true role (`INTERNAL_TLS_CERT_FILE`) does not prevent it: the stranger dials that one himself.
 */
export const proofPath = "/internal/proof";
export const challengeHeader = "x-ferrule-challenge";

const form = /^[\w-]{43}$/;

export const proofOf = (token: string, challenge: string): string =>
  createHmac("sha256", token).update(`ferrule.peer-proof.1\n${challenge}`).digest("base64url");

/** What a role answers to a challenge; null: it is none. */
export const answerChallenge = (
  accepted: readonly string[],
  challenge: string | string[] | undefined,
): { proofs: string[] } | null =>
  typeof challenge === "string" && form.test(challenge)
    ? { proofs: accepted.map((token) => proofOf(token, challenge)) }
    : null;
