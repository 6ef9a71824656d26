import { Denied } from "../../ground/handler/denied.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { SignInPolicyRow } from "../../ground/store/tables/identity.ts";
import { holdPolicy } from "./queries.ts";

type Policy = Pick<SignInPolicyRow, "localSignIn" | "breakGlassUserId">;

/** Whether the policy lets this user sign in without a provider; null stands for an unknown person. */
export const maySignInLocally = ({ localSignIn, breakGlassUserId }: Policy, userId: string | null): boolean =>
  localSignIn === "everyone" || (userId !== null && breakGlassUserId === userId);

/**
 * The one refusal for everybody while the company's sign-in is the only one. It reveals neither whether a password was
 * right, nor whether an account exists, nor which owner is the one of the last resort.
 */
export const noLocalSignIn = (target: AuditTarget): Denied =>
  new Denied("FORBIDDEN", target, {
    message: "Passwords and links are switched off here for all but one owner. Use your company's sign-in.",
  });

/**
 * Checks a user against the policy, and holds the policy unchanged until the transaction ends.
 * @throws Denied FORBIDDEN when the company's sign-in is the only one
 */
export async function requireLocalSignIn(
  scope: InstallationScope,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (!maySignInLocally(await holdPolicy(scope), id)) throw noLocalSignIn({ kind: "user", id, name: email });
}
