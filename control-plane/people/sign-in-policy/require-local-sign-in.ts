import { Denied } from "../../ground/handler/denied.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { SignInPolicyRow } from "../../ground/store/tables/identity.ts";
import { holdPolicy } from "./queries.ts";

type Policy = Pick<SignInPolicyRow, "localSignIn" | "breakGlassUserId">;

/** Whether the policy lets this user sign in without a provider; null: nobody whom we know. */
export const maySignInLocally = ({ localSignIn, breakGlassUserId }: Policy, userId: string | null): boolean =>
  localSignIn === "everyone" || (userId !== null && breakGlassUserId === userId);

/**
 * What everybody is told who does not get in while the company's sign-in is the only one, so that it tells neither whether a password
 * was right, nor whose account there is, nor who the owner of the last resort is.
 */
export const noLocalSignIn = (target: AuditTarget): Denied =>
  new Denied("FORBIDDEN", target, {
    message: "Passwords and links are switched off here for all but one owner. Use your company's sign-in.",
  });

/**
 * Holds a user to the policy, which stays so until the transaction ends.
 * @throws Denied FORBIDDEN where the company's sign-in is the only one
 */
export async function requireLocalSignIn(
  scope: InstallationScope,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (!maySignInLocally(await holdPolicy(scope), id)) throw noLocalSignIn({ kind: "user", id, name: email });
}
