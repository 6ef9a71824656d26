import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Actor } from "./handler.ts";

type Ruled = Pick<Operation, "roles" | "rolesIn">;

/** Whether the actor's roles allow an operation in an environment. */
export function mayIn({ roles, rolesIn }: Ruled, environment: Environment, actor: Pick<Actor, "roles">): boolean {
  const allowed = rolesIn?.[environment] ?? (typeof roles === "string" ? undefined : roles);
  return allowed === undefined || actor.roles.every((role) => allowed.includes(role));
}

/**
 * The second check of the role, for operations whose rule depends on the environment. Handlers call it when they know
 * that the resource exists. If the environment has no rule of its own, the operation's roles count.
 * @throws PublicError FORBIDDEN
 */
export function requireRoleIn(operation: Ruled, environment: Environment, actor: Pick<Actor, "roles">): void {
  if (!mayIn(operation, environment, actor))
    throw new PublicError("FORBIDDEN", `Your role does not allow this in ${environment}.`);
}
