import { PublicError } from "@ferrule/contract/errors.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Step 3: checks the role against the operation table. For a token, the table must list both its own role and its
 * user's.
 */
export function requireRole({ operation, actor }: Exchange): void {
  if (operation.roles === "public" || !actor) return;
  if (actor.kind === "token" && operation.tokens === false) {
    throw new PublicError("FORBIDDEN", "API tokens may not do this; sign in.");
  }
  const { roles } = operation;
  if (roles !== "any" && !actor.roles.every((role) => roles.includes(role))) throw new PublicError("FORBIDDEN");
}
