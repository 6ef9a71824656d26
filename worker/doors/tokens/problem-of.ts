import { errors } from "jose";
import { problems, type TokenProblem } from "./verified-token.ts";

export const mustBeSigned = (algorithms: readonly string[]): TokenProblem =>
  `The token must be signed with ${algorithms.join(" or ")}.`;

/** Says what is wrong without a word of what the token holds. @throws what is no fault of the token */
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
  // A TypeError is what the library throws for what is no token at all, and for a key that does not fit its algorithm.
  if (error instanceof errors.JOSEError || error instanceof TypeError) return problems.malformed;
  throw error;
}
