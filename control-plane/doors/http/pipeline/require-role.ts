import { PublicError } from "@ferrule/contract/errors.ts";
import type { Exchange } from "./exchange.ts";

/** Step 3: what the operation table allows this role. For a token, both its own role and its user's must be listed. */
export function requireRole({ operation, actor }: Exchange): void {
  if (operation.roles === "public" || !actor) return;
  if (actor.kind === "token" && operation.tokens === false) {
    throw new PublicError("FORBIDDEN", "API tokens may not do this; sign in.");
  }
  const { roles } = operation;
  if (roles !== "any" && !actor.roles.every((role) => roles.includes(role))) throw new PublicError("FORBIDDEN");
}
