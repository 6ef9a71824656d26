import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Actor } from "./handler.ts";

/**
 * The second role check: what the operation allows depends on the environment of the request. Handlers call it once
 * they know that the resource exists. An environment without a rule of its own allows whatever the first check allowed.
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
