import type { App } from "../../ground/app.ts";
import { mayChoosePassword } from "./may-choose-password.ts";
import { readGeneratedPassword } from "../passwords/generated-password.ts";
import type { UserRow } from "../users/queries.ts";
import type { SessionRow } from "./queries.ts";

/**
 * Whether to ask for a new password, and whether that can wait: the first owner can sign in again with the generated
 * one.
 */
export async function choosePassword(
  { settings }: Pick<App, "settings">,
  user: Pick<UserRow, "mustChangePassword" | "email">,
  session: Pick<SessionRow, "signedInBy"> | null | undefined,
): Promise<"now" | "later" | null> {
  if (!mayChoosePassword(user, session)) return null;
  return (await readGeneratedPassword(settings.dataDir))?.email === user.email ? "later" : "now";
}
