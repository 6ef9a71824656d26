import type { SessionRow } from "./queries.ts";
import type { UserRow } from "../users/queries.ts";

/**
 * Whether a session may set a password without the current one: a link opened the session, and nobody chose the current
 * password.
 */
export const mayChoosePassword = (
  user: Pick<UserRow, "mustChangePassword">,
  session: Pick<SessionRow, "signedInBy"> | null | undefined,
): boolean => user.mustChangePassword && session?.signedInBy === "link";
