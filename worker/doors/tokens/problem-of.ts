import { errors } from "jose";
import { problems, type TokenProblem } from "./verified-token.ts";

export const mustBeSigned = (algorithms: readonly string[]): TokenProblem =>
  `The token must be signed with ${algorithms.join(" or ")}.`;

/** Names the problem without quoting the token. @throws errors that are not the token's fault */
export function problemOf(error: unknown, algorithms: readonly string[]): TokenProblem {
  if (error instanceof errors.JWTExpired) return problems.expired;
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return problems.forAnother;
    if (error.claim === "iss") return problems.anotherIssuer;
    if (error.claim === "nbf" || error.claim === "iat") return problems.notYet;
    return problems.malformed;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return problems.wrongSignature;
  if (error instanceof errors.JOSEAlgNotAllowed) return mustBeSigned(algorithms);
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return problems.unknownKey;
  // The library throws a TypeError for a text that is not a token, and for a key that does not fit its algorithm.
  if (error instanceof errors.JOSEError || error instanceof TypeError) return problems.malformed;
  throw error;
}
