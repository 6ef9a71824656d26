import { PublicError } from "@ferrule/contract/errors.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { readPolicy } from "./queries.ts";

/** Whether a user may lose the role or the account. @throws PublicError INVALID_STATE for the one who lets everybody in again */
export async function requireNotLastResort(scope: InstallationScope, userId: string): Promise<void> {
  const { localSignIn, breakGlassUserId } = await readPolicy(scope);
  if (localSignIn !== "break-glass" || breakGlassUserId !== userId) return;
  throw new PublicError("INVALID_STATE", "This is the owner who may always sign in with a password.");
}
