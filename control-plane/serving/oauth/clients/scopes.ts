import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import { basicScope } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Target } from "./find-target.ts";
import { OauthError } from "../protocol/oauth-error.ts";

/** Scopes of OpenID Connect that many clients send everywhere. They grant nothing here. */
const ignored = new Set(["openid", "profile", "email", "offline_access"]);

export const scopesOfRules = (rules: readonly CallerRule[]): string[] =>
  rules.flatMap(({ when: { scope } }) => (scope === undefined ? [] : [scope]));

/** Every scope of an endpoint, the basic one first: those of the policy, its rules, and its tools and routes. */
export const scopesOf = ({ policy, boundScopes }: Pick<Target, "policy" | "boundScopes">): string[] => [
  ...new Set([
    basicScope,
    ...policy.scopes.map(({ name }) => name),
    ...scopesOfRules(policy.rules),
    ...boundScopes.values(),
  ]),
];

/**
 * The scopes that the client requests and for which the company's provider also vouches (MCP enterprise-managed
 * authorization, section 7.2.1). If the client requests none, it gets all for which the provider vouches. A provider
 * that names none vouches for the basic scope.
 * @throws OauthError invalid_scope
 */
export function sharedScopes(asked: string | undefined, vouched: string | null, known: readonly string[]): string[] {
  const named = (vouched ?? "").split(" ").filter((name) => name !== "" && !ignored.has(name));
  const allowed = known.filter((name) => (named.length === 0 ? name === basicScope : named.includes(name)));
  const shared = asked === undefined ? allowed : readScopes(asked, known).filter((name) => allowed.includes(name));
  if (shared.length > 0) return shared;
  throw new OauthError("invalid_scope", "The identity provider vouches for none of the requested scopes.");
}

/**
 * The scopes that a client asks for, in the policy's order; when it asks for none, the usual ones: the basic one of an
 * endpoint.
 * @throws OauthError invalid_scope for one that is not among `allowed`
 */
export function readScopes(
  asked: string | undefined,
  allowed: readonly string[],
  usual: readonly string[] = [basicScope],
): string[] {
  const names = (asked ?? "").split(" ").filter((name) => name !== "" && !ignored.has(name));
  if (names.some((name) => !allowed.includes(name))) {
    throw new OauthError("invalid_scope", "A requested scope does not exist here, or was not allowed.");
  }
  const wanted = names.length === 0 ? usual : names;
  return allowed.filter((name) => wanted.includes(name));
}
