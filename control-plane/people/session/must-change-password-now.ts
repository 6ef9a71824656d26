import type { SessionRow } from "./queries.ts";
import type { UserRow } from "../users/queries.ts";

/**
 * Whether the user must first replace a password that was generated or that somebody else chose. This begins with the
 * password's first use, so it does not concern sessions that a one-time link or a provider opened. API tokens are
 * suspended meanwhile.
 */
export const mustChangePasswordNow = (
  user: Pick<UserRow, "mustChangePassword">,
  session: Pick<SessionRow, "signedInBy"> | null | undefined,
): boolean => user.mustChangePassword && session?.signedInBy !== "link" && session?.signedInBy !== "provider";
