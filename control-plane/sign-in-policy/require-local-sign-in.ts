import { Denied } from "../http/handler/denied.ts";
import type { InstallationScope } from "../store/scope.ts";
import { holdPolicy } from "./queries.ts";

/**
 * Whether a user may sign in without a provider. The policy stays so until the transaction ends.
 * @throws Denied FORBIDDEN where the company's sign-in is the only one
 */
export async function requireLocalSignIn(
  scope: InstallationScope,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { localSignIn, breakGlassUserId } = await holdPolicy(scope);
  if (localSignIn === "everyone" || breakGlassUserId === id) return;
  const message = "Passwords and links are switched off here. Use your company's sign-in.";
  throw new Denied("FORBIDDEN", { kind: "user", id, name: email }, { message });
}
