import {
  applyRules,
  claimOf,
  factsOf,
  scopesThatHelp,
  type TokenFacts,
} from "@ferrule/contract/internal/apply-rules.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { JWTPayload } from "jose";
import { problems, type TokenPolicy, type TokenProblem, type VerifiedToken } from "./verified-token.ts";

/**
 * The most characters of all claims that a policy passes on, together and as JSON, because every record of a call holds
 * them.
 */
const mostPassedOn = 4_096;

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/**
 * The token's holder. A token of this Ferrule may name a caller whom a provider signed in; another issuer's token
 * cannot.
 */
function identityOf(payload: JWTPayload, isOwn: boolean) {
  const [issuer, subject] = [payload["caller_issuer"], payload["caller_subject"]].map(textOf);
  if (isOwn && issuer !== undefined && subject !== undefined) return { issuer, subject };
  return { ...(payload.iss === undefined ? {} : { issuer: payload.iss }), subject: payload.sub ?? "" };
}

function callerOf(
  payload: JWTPayload,
  { scopes }: TokenFacts,
  { passedOn, isOwn }: { passedOn: readonly string[]; isOwn: boolean },
): Caller {
  const id = payload.sub ?? "";
  const email = payload["email_verified"] === false ? undefined : textOf(payload["email"]);
  const clientId = [payload["client_id"], payload["azp"], payload["cid"]].map(textOf).find((one) => one !== undefined);
  const name =
    email ?? [payload["client_name"], payload["preferred_username"], payload["name"]].map(textOf).find(Boolean) ?? null;
  const claims = passedOn.flatMap((claim): [string, unknown][] => {
    const value = claimOf(payload, claim);
    return value === undefined ? [] : [[claim, value]];
  });
  return {
    kind: "jwt",
    id,
    name,
    ...identityOf(payload, isOwn),
    ...(clientId === undefined ? {} : { clientId }),
    ...(email === undefined ? {} : { email }),
    scopes: [...scopes],
    ...(claims.length === 0 ? {} : { claims: Object.fromEntries(claims) as NonNullable<Caller["claims"]> }),
  };
}

/** The holder of a token with a valid signature, and their rights under the policy. */
export function describeToken(
  payload: JWTPayload,
  policy: TokenPolicy,
): Pick<VerifiedToken, "caller" | "scopes" | "access" | "helps"> | TokenProblem {
  const { rules, claims } = policy.callerMode === "jwt" ? policy.jwt : policy.oauth;
  const facts = factsOf(payload, policy.callerMode === "jwt" ? policy.jwt.groupsClaim : "groups");
  const caller = callerOf(payload, facts, { passedOn: claims, isOwn: policy.callerMode === "oauth" });
  if (caller.claims !== undefined && JSON.stringify(caller.claims).length > mostPassedOn) return problems.tooMuch;
  return { caller, scopes: facts.scopes, access: applyRules(rules, facts), helps: scopesThatHelp(rules, facts) };
}
