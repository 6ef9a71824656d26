import { claimOf } from "@ferrule/contract/internal/apply-rules.ts";
import type { Claims } from "./claims.ts";
import { rulesOf, type Policy } from "../policy-sentence.ts";
import { claimText } from "../rules/rule-sentence.ts";

type Value = Claims[string];

/** A claim value that a policy checks. A click adds it to the test caller or removes it. */
export interface ClaimChoice {
  label: string;
  isIn: (claims: Claims) => boolean;
  add: (claims: Claims) => Claims;
  remove: (claims: Claims) => Claims;
}

const listOf = (value: unknown): Value[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as Value[]) : [value as Value];

/** One value of a claim that is a list, such as the groups. */
const member = (label: string, name: string, value: Value): ClaimChoice => ({
  label,
  isIn: (claims) => listOf(claimOf(claims, name)).includes(value),
  add: (claims) => ({ ...claims, [name]: [...listOf(claimOf(claims, name)), value] }),
  remove: (claims) => ({ ...claims, [name]: listOf(claimOf(claims, name)).filter((one) => one !== value) }),
});

const words = (claims: Claims): string[] => {
  const said = claims["scope"] ?? claims["scp"];
  const all = typeof said === "string" ? said.split(" ") : listOf(said).filter((one) => typeof one === "string");
  return all.filter((word) => word !== "");
};

const permission = (scope: string): ClaimChoice => ({
  label: `permission ${scope}`,
  isIn: (claims) => words(claims).includes(scope),
  add: (claims) => ({ ...claims, scope: [...words(claims), scope].join(" ") }),
  remove: (claims) => ({
    ...claims,
    scope: words(claims)
      .filter((word) => word !== scope)
      .join(" "),
  }),
});

/** A claim without a fixed list of values, such as a tenant's name. */
const single = (name: string): ClaimChoice => ({
  label: `claim ${name}`,
  isIn: (claims) => claimOf(claims, name) !== undefined,
  add: (claims) => ({ ...claims, [name]: "example" }),
  remove: (claims) => Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name)),
});

/** Every claim that the policy's rules, permissions and required claims check, without duplicates. */
export function claimChoices(policy: Policy): ClaimChoice[] {
  const { jwt, oauth } = policy.caller;
  const rules = rulesOf(policy);
  const choices = [
    ...(oauth?.scopes ?? []).map(({ name }) => permission(name)),
    ...(jwt?.requiredClaims ?? []).map(({ name, value }) =>
      value === undefined ? single(name) : member(`claim ${claimText({ name, value })}`, name, value),
    ),
    ...rules.flatMap(({ when: { group, scope, claim }, tenant }) => [
      ...(group === undefined ? [] : [member(`group ${group}`, jwt?.groupsClaim ?? "groups", group)]),
      ...(scope === undefined ? [] : [permission(scope)]),
      ...(claim === undefined ? [] : [member(`claim ${claimText(claim)}`, claim.name, claim.value)]),
      ...(typeof tenant === "object" ? [single(tenant.claim)] : []),
    ]),
  ];
  return [...new Map(choices.map((choice) => [choice.label, choice])).values()];
}
