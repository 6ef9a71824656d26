import { createHmac } from "node:crypto";

/*
 * How a role proves that it knows a token, before it receives the token or anything else. An address that belonged to a
 * role yesterday may belong to a stranger today. The process that has opened a connection sends a `GET` of `proofPath`,
 * with 32 random bytes in `challengeHeader`. The answer is `{ "proofs": […] }`: for each token that the role accepts,
 * HMAC-SHA-256 (RFC 2104) over this protocol's name and the challenge. Nobody can use a proof again, and none reveals
 * the token, which is random and long. But a stranger may pass the challenge on to a true role, and its proof back. To
 * prevent that, the dialling process must use https and trust only the roles' own authority (`INTERNAL_TLS_CA_FILE`). A
 * certificate at the true role (`INTERNAL_TLS_CERT_FILE`) does not prevent it, because the stranger dials that role
 * itself.
 */
export const proofPath = "/internal/proof";
export const challengeHeader = "x-ferrule-challenge";

const form = /^[\w-]{43}$/;

export const proofOf = (token: string, challenge: string): string =>
  createHmac("sha256", token).update(`ferrule.peer-proof.1\n${challenge}`).digest("base64url");

/** A role's response to a challenge; null when the challenge is malformed. */
export const answerChallenge = (
  accepted: readonly string[],
  challenge: string | string[] | undefined,
): { proofs: string[] } | null =>
  typeof challenge === "string" && form.test(challenge)
    ? { proofs: accepted.map((token) => proofOf(token, challenge)) }
    : null;
