import { basicScope } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { ServedEndpoint } from "../endpoints/served-endpoint.ts";
import { refusal, type Refusal } from "../serving/exchange.ts";
import type { Authenticated } from "../serving/credential.ts";
import { challengeHeaders } from "./challenge.ts";

/**
 * Why an access token does not open this tool or route; null when it does, or when the caller has none. The challenge names
 * what the token has and what it lacks, so that a client can ask for both (MCP authorization, "Step-Up Authorization Flow").
 */
export function missingScope(endpoint: ServedEndpoint, { token }: Authenticated, target: string): Refusal | null {
  if (token === null) return null;
  const needed = endpoint.scopeOf.get(target) ?? basicScope;
  if (token.scopes.has(needed)) return null;
  const headers = challengeHeaders({
    origin: token.origin,
    path: token.path,
    scopes: new Set([...token.scopes, needed]),
    error: "insufficient_scope",
    description: `The token lacks the scope ${needed}.`,
  });
  return refusal("INSUFFICIENT_SCOPE", `The access token lacks the scope ${needed}.`, headers);
}
