import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { Role } from "@ferrule/contract/states.ts";
import type { Actor } from "../http/handler/handler.ts";
import type { InstallationScope } from "../store/scope.ts";
import { findUser } from "./queries.ts";

/**
 * The caller's current role, for operations that take away roles and accounts. While a password is hashed, or another
 * such change holds the lock, the caller's own role may be lost.
 * @throws PublicError ACCOUNT_DISABLED; FORBIDDEN when the current role does not allow the operation
 */
export async function requirePresentRole(
  scope: InstallationScope,
  { roles }: Pick<Operation, "roles">,
  { userId }: Pick<Actor, "userId">,
): Promise<Role> {
  const user = await findUser(scope, userId);
  if (user?.status !== "active") throw new PublicError("ACCOUNT_DISABLED");
  if (typeof roles !== "string" && !roles.includes(user.role)) throw new PublicError("FORBIDDEN");
  return user.role;
}
