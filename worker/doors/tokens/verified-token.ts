import type { Access } from "@ferrule/contract/internal/apply-rules.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { PolicyState } from "@ferrule/contract/internal/changes.ts";

/** A policy whose callers send tokens. */
export type TokenPolicy = Extract<PolicyState, { callerMode: "oauth" | "jwt" }>;

/** A verified token, of this Ferrule or of another issuer: its signature and claims are valid. */
export interface VerifiedToken {
  /** Epoch milliseconds. */
  expiresAt: number;
  /** The one endpoint that it was verified for, as its URL. */
  endpoint: string;
  /** The policy that it was verified against, as one object: a change of the policy is another one. */
  policy: TokenPolicy;
  caller: Caller;
  scopes: ReadonlySet<string>;
  /** The result of the policy's rules for this caller. */
  access: Access;
  /** Scopes that the token lacks and some rule asks for, with what they would open. */
  helps: ReadonlyMap<string, Pick<Access, "targets">>;
  /** Whether what vouched for it still does: its key, and its consent. Answers why not. */
  still: (now: number) => TokenProblem | null;
}

/** Why a token opens nothing, as one sentence for the client's `error_description` (RFC 6750, section 3). */
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
  /** No fault of the token: answered 503, so that the client does not sign in again for nothing. */
  keysAway: "The keys of the issuer cannot be fetched just now.",
} as const;
