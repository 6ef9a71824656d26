import { tenantId } from "../resources/fields.ts";
import type { CallerRule } from "../resources/caller-rules.ts";

/** The facts that rules look at: a verified token's claims about its holder. */
export interface TokenFacts {
  scopes: ReadonlySet<string>;
  groups: ReadonlySet<string>;
  claims: Readonly<Record<string, unknown>>;
}

/** The result of a policy's rules for one caller. */
export interface Access {
  /** Tool names or routes. */
  targets: "*" | ReadonlySet<string>;
  tenantId: string;
  /** The rules that apply to this caller, by their place in the list, with the targets that each allows. */
  by: readonly { rule: number; allow: readonly string[] }[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A claim by its whole name; if there is none, by a path: `https://acme.example/roles`, `realm_access.roles`. */
export function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split(".")) {
    if (!isObject(at) || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return at;
}

/** Whether a claim equals this value or is a list with it; without a value, whether the claim exists. */
export function hasClaim(claims: TokenFacts["claims"], name: string, value?: string | number | boolean): boolean {
  const said = claimOf(claims, name);
  if (value === undefined) return said !== undefined && said !== null;
  return said === value || (Array.isArray(said) && said.includes(value));
}

const wordsOf = (value: unknown): string[] => {
  if (typeof value === "string") return value.split(" ").filter((word) => word !== "");
  return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
};

/** One group as a text, or a list of groups. A group's name may hold spaces. */
function groupsOf(claims: TokenFacts["claims"], name: string): string[] {
  const said = claimOf(claims, name);
  return typeof said === "string" ? [said] : Array.isArray(said) ? said.filter((one) => typeof one === "string") : [];
}

/** The facts for rules. Scopes are in `scope` (RFC 8693, section 4.2), or in `scp`, the name that some issuers use. */
export const factsOf = (claims: TokenFacts["claims"], groupsClaim: string): TokenFacts => ({
  scopes: new Set(wordsOf(claims["scope"] ?? claims["scp"])),
  groups: new Set(groupsOf(claims, groupsClaim)),
  claims,
});

function isAbout({ when: { scope, group, claim } }: CallerRule, { scopes, groups, claims }: TokenFacts): boolean {
  if (scope !== undefined && !scopes.has(scope)) return false;
  if (group !== undefined && !groups.has(group)) return false;
  return claim === undefined || hasClaim(claims, claim.name, claim.value);
}

/** The tenant that a rule names; null: it names none; undefined: the token lacks the claim that would name it. */
function tenantOf({ tenant }: CallerRule, { claims }: TokenFacts): string | null | undefined {
  if (tenant === undefined) return null;
  if (typeof tenant === "string") return tenant;
  return tenantId.safeParse(claimOf(claims, tenant.claim)).data;
}

/**
 * Decides which targets a caller may call, and for which tenant. A caller has one tenant: that of the first matching
 * rule that names one. Rules that name another tenant, or whose claim the token lacks, do not apply. Without rules
 * everything is allowed.
 */
export function applyRules(rules: readonly CallerRule[], facts: TokenFacts): Access {
  if (rules.length === 0) return { targets: "*", tenantId: "default", by: [] };
  const about = rules
    .map((rule, index) => ({ rule: index, allow: rule.allow, tenant: tenantOf(rule, facts), is: isAbout(rule, facts) }))
    .filter(({ is, tenant }) => is && tenant !== undefined);
  const chosen = about.find(({ tenant }) => tenant !== null)?.tenant ?? null;
  const by = about
    .filter(({ tenant }) => tenant === null || tenant === chosen)
    .map(({ rule, allow }) => ({ rule, allow }));
  const allowed = by.flatMap(({ allow }) => allow);
  return { targets: allowed.includes("*") ? "*" : new Set(allowed), tenantId: chosen ?? "default", by };
}

export const isAllowed = ({ targets }: Pick<Access, "targets">, target: string): boolean =>
  targets === "*" || targets.has(target);

/** The scopes that rules require but the token lacks, each with the targets that it would open. */
export function scopesThatHelp(
  rules: readonly CallerRule[],
  facts: TokenFacts,
): ReadonlyMap<string, Pick<Access, "targets">> {
  const lacking = rules.flatMap(({ when: { scope } }) =>
    scope === undefined || facts.scopes.has(scope) ? [] : [scope],
  );
  return new Map(
    [...new Set(lacking)].map((scope) => [
      scope,
      applyRules(rules, { ...facts, scopes: new Set([...facts.scopes, scope]) }),
    ]),
  );
}
