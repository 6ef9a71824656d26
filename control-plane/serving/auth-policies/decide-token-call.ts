import {
  applyRules,
  factsOf,
  hasClaim,
  isAllowed,
  scopesThatHelp,
  type Access,
} from "@ferrule/contract/internal/apply-rules.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import { basicScope, type AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Decision } from "./decide-call.ts";

export interface TokenCallFacts {
  caller: AuthPolicy["caller"];
  claims: Readonly<Record<string, unknown>>;
  /** The tools or routes that the environment serves, each with its own scope. */
  served: readonly string[];
  boundScopes: ReadonlyMap<string, string>;
  target: string | null;
}

export interface TokenDecision extends Decision {
  rules: Access["by"];
  callable: string[];
}

/** Why a token with these claims would open nothing, as far as the claims tell; null when it would open something. */
function credentialProblem(
  { mode, jwt, oauth }: AuthPolicy["caller"],
  claims: TokenCallFacts["claims"],
): string | null {
  if (mode !== "oauth" && mode !== "jwt") return "The policy does not accept tokens.";
  const { iss, caller_issuer: callerIssuer } = claims;
  if (typeof callerIssuer === "string" && oauth?.issuers.includes(callerIssuer) === false) {
    return `The policy does not admit people of ${callerIssuer}.`;
  }
  if (jwt === undefined) return null;
  if (iss !== undefined && iss !== jwt.issuer) return `The policy trusts ${jwt.issuer}, not this issuer.`;
  const lacking = jwt.requiredClaims.find(({ name, value }) => !hasClaim(claims, name, value));
  return lacking === undefined ? null : `The policy requires the claim ${lacking.name}, which the token lacks.`;
}

/** Decides like a worker about a token whose signature, times and audience are valid. */
export function decideTokenCall({ caller, claims, served, boundScopes, target }: TokenCallFacts): TokenDecision {
  const { jwt, oauth } = caller;
  const policyRules = (jwt ?? oauth)?.rules ?? [];
  const facts = factsOf(claims, jwt?.groupsClaim ?? "groups");
  const access = applyRules(policyRules, facts);
  const named = typeof claims["sub"] === "string" ? claims["sub"] : null;
  const who: Caller = { kind: "jwt", id: named, name: typeof claims["email"] === "string" ? claims["email"] : named };
  const neededBy = (name: string): string | undefined =>
    oauth?.scopes.find(({ targets }) => targets.includes(name))?.name ??
    boundScopes.get(name) ??
    (oauth === undefined ? undefined : basicScope);
  const lackedBy = (name: string): string | undefined => {
    const needed = neededBy(name);
    return needed === undefined || facts.scopes.has(needed) ? undefined : needed;
  };
  const problem = credentialProblem(caller, claims);
  const callable =
    problem === null ? served.filter((name) => isAllowed(access, name) && lackedBy(name) === undefined) : [];
  const rules = problem === null ? access.by.map(({ rule, allow }) => ({ rule: rule + 1, allow })) : [];
  const answer = (allowed: boolean, rule: string, reason: string): TokenDecision => {
    return { allowed, rule, reason, caller: who, tenantId: problem === null ? access.tenantId : null, rules, callable };
  };
  if (problem !== null) return answer(false, "credential", problem);
  if (target === null) return answer(true, "token", "The token opens the endpoint.");
  if (!isAllowed(access, target)) {
    const [scope] = [...scopesThatHelp(policyRules, facts)].find(([, with_]) => isAllowed(with_, target)) ?? [];
    if (scope === undefined) return answer(false, "rules", "No rule of the policy allows it.");
    return answer(false, "rules", `No rule of the policy allows it without the scope ${scope}.`);
  }
  const lacked = lackedBy(target);
  if (lacked !== undefined) return answer(false, "scope", `The token lacks the scope ${lacked}.`);
  if (!served.includes(target)) return answer(false, "target", "No such tool or route is served there.");
  const by = rules.find(({ allow }) => allow.includes("*") || allow.includes(target));
  if (by === undefined) return answer(true, "token", "The token opens the endpoint. The policy has no rules.");
  return answer(true, "rules", `Rule ${by.rule} of the policy allows it.`);
}
