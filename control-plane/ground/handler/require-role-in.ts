import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Actor } from "./handler.ts";

/**
 * The second check of the role, for operations whose rule depends on the environment. Handlers call it when they know
 * that the resource exists. If the environment has no rule of its own, the first check is enough.
 * @throws PublicError FORBIDDEN
 */
export function requireRoleIn(
  operation: Pick<Operation, "rolesIn">,
  environment: Environment,
  actor: Pick<Actor, "roles">,
): void {
  const allowed = operation.rolesIn?.[environment];
  if (allowed && !actor.roles.every((role) => allowed.includes(role))) {
    throw new PublicError("FORBIDDEN", `Your role does not allow this in ${environment}.`);
  }
}
