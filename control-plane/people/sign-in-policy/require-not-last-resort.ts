import { PublicError } from "@ferrule/contract/errors.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { readPolicy } from "./queries.ts";

/**
 * Refuses to take role or account from the owner of the last resort, who lets everybody in again. @throws PublicError
 * INVALID_STATE
 */
export async function requireNotLastResort(scope: InstallationScope, userId: string): Promise<void> {
  const { localSignIn, breakGlassUserId } = await readPolicy(scope);
  if (localSignIn !== "break-glass" || breakGlassUserId !== userId) return;
  throw new PublicError("INVALID_STATE", "This is the owner who may always sign in with a password.");
}
