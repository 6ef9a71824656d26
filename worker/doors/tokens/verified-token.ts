import type { Access } from "@ferrule/contract/internal/apply-rules.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { PolicyState } from "@ferrule/contract/internal/changes.ts";

/** A policy whose callers send tokens. */
export type TokenPolicy = Extract<PolicyState, { callerMode: "oauth" | "jwt" }>;

/** A verified token, of this Ferrule or of another issuer: its signature and claims are valid. */
export interface VerifiedToken {
  /** Epoch milliseconds. */
  expiresAt: number;
  /** The URL of the one endpoint for which it was verified. */
  endpoint: string;
  /** The policy against which it was verified, as an object: after a change, the policy is a new object. */
  policy: TokenPolicy;
  caller: Caller;
  scopes: ReadonlySet<string>;
  /** The result of the policy's rules for this caller. */
  access: Access;
  /** The scopes that the token lacks and that rules require, each with the access that it would give. */
  helps: ReadonlyMap<string, Pick<Access, "targets">>;
  /** Whether its key and its consent are still valid. Returns the problem; null when there is none. */
  still: (now: number) => TokenProblem | null;
}

/** Why a token is refused, as one sentence for the client's `error_description` (RFC 6750, section 3). */
export type TokenProblem = string;

export const problems = {
  expired: "The token has expired.",
  notYet: "The token is not valid yet.",
  forAnother: "The token is for another address.",
  anotherIssuer: "Another issuer made the token.",
  revoked: "The token was revoked.",
  unknownKey: "No key of this issuer has signed the token.",
  wrongSignature: "The signature of the token is wrong.",
  malformed: "This is not an access token.",
  lacksClaim: "The token lacks a claim that the endpoint asks for.",
  bound: "The token is bound to a key of its client, which cannot be checked here.",
  tooMuch: "The claims that the endpoint passes on are too large.",
  /** The token is not at fault: the status is 503, so that the client does not sign in again in vain. */
  keysAway: "The keys of the issuer cannot be fetched just now.",
} as const;
