import { PublicError } from "@ferrule/contract/errors.ts";
import { takesIssuer, type Target } from "../clients/find-target.ts";
import type { CallerFacts } from "../queries/caller-sessions.ts";

/**
 * Checks a caller against the endpoint's policy, which names the issuers whose people may sign in.
 * @throws PublicError FORBIDDEN
 */
export function requireTaken(target: Pick<Target, "policy" | "name">, { issuer }: Pick<CallerFacts, "issuer">): void {
  if (takesIssuer(target, issuer)) return;
  throw new PublicError(
    "FORBIDDEN",
    `${target.name} does not admit people of your identity provider. Sign out, and sign in another way.`,
  );
}
