import { isAllowed } from "@ferrule/contract/internal/apply-rules.ts";
import { basicScope } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served/served-endpoint.ts";
import type { Authenticated, TokenHolder } from "../serving/credential.ts";
import { refusal, type Refusal } from "../serving/exchange.ts";
import { challengeHeaders } from "./challenge.ts";

/** A requested tool, route, resource or prompt: its name in scopes and rules, and the scope that its binding requires. */
export interface Target {
  name: string;
  scope: string | undefined;
}

/** Whether this caller may call everything, because neither a key's scopes nor rules restrict them. */
export const mayCallAll = ({ key, token }: Authenticated): boolean =>
  token === null ? key?.scopes == null : token.access.targets === "*";

/** Whether a key's scopes and the policy's rules let this caller know of a tool, a route, a resource or a prompt. */
const mayCall = ({ key, token }: Authenticated, name: string): boolean =>
  token === null ? key?.scopes == null || key.scopes.has(name) : isAllowed(token.access, name);

/**
 * What this caller may know of, in its order, for lists and a served description.
 */
export const callableBy = <T>(caller: Authenticated, all: readonly T[], nameOf: (one: T) => string): readonly T[] =>
  mayCallAll(caller) ? all : all.filter((one) => mayCall(caller, nameOf(one)));

/** Whether this caller may know of any of them. */
export const mayCallAny = <T>(caller: Authenticated, all: readonly T[], nameOf: (one: T) => string): boolean =>
  mayCallAll(caller) ? all.length > 0 : all.some((one) => mayCall(caller, nameOf(one)));

/**
 * The scope that a target needs: the policy's, or else its binding's. A token of this Ferrule needs at least the basic
 * one.
 */
const neededScope = ({ scopeOf, policy }: ServedEndpoint, { name, scope }: Target): string | undefined =>
  scopeOf.get(name) ?? scope ?? (policy.callerMode === "oauth" ? basicScope : undefined);

/**
 * Names the token's scopes and the one that it lacks, so that a client can request all of them (RFC 6750, section 3.1;
 * MCP authorization, "Step-Up Authorization Flow").
 */
function lacking(token: TokenHolder, scope: string): Refusal {
  const headers = challengeHeaders({
    origin: token.origin,
    path: token.path,
    scopes: new Set([...token.scopes, scope]),
    error: "insufficient_scope",
    description: `The token lacks the scope ${scope}.`,
  });
  return refusal("INSUFFICIENT_SCOPE", `The access token lacks the scope ${scope}.`, headers);
}

/**
 * Why this caller may not call an existing tool or route: the scope that would allow it, or `unknown` if no scope would
 * help. Null when they may.
 */
export function refusedTarget(
  endpoint: ServedEndpoint,
  caller: Authenticated,
  target: Target,
): Refusal | "unknown" | null {
  const { token } = caller;
  if (token === null) return mayCall(caller, target.name) ? null : "unknown";
  if (!mayCall(caller, target.name)) {
    for (const [scope, access] of token.helps) if (isAllowed(access, target.name)) return lacking(token, scope);
    return "unknown";
  }
  const needed = neededScope(endpoint, target);
  return needed === undefined || token.scopes.has(needed) ? null : lacking(token, needed);
}
