import type { SessionRow } from "./queries.ts";
import type { UserRow } from "../users/queries.ts";

/**
 * Whether the user must first replace a password that was generated or that somebody else chose, from its first use on.
 * Sessions opened by a one-time link or a provider did not use it; API tokens are suspended.
 */
export const mustChangePasswordNow = (
  user: Pick<UserRow, "mustChangePassword">,
  session: Pick<SessionRow, "signedInBy"> | null | undefined,
): boolean => user.mustChangePassword && session?.signedInBy !== "link" && session?.signedInBy !== "provider";
