import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { Role } from "@ferrule/contract/states.ts";
import type { Actor } from "../http/handler/handler.ts";
import type { InstallationScope } from "../store/scope.ts";
import { findUser } from "./queries.ts";

/**
 * The role that the asker has at this moment, for what takes roles and accounts away: hashing a password, or waiting for
 * another such change, leaves time in which the asker's own may have gone.
 * @throws PublicError ACCOUNT_DISABLED; FORBIDDEN when the operation is not for the present role
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
