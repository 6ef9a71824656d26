import type { SessionRow } from "./queries.ts";
import type { UserRow } from "../users/queries.ts";

/**
 * Whether a password that somebody else chose, or that was generated, stands in the way: from its first use until it has
 * been changed. A session that a one-time link or a provider opened did not use it; API tokens rest.
 */
export const mustChangePasswordNow = (
  user: Pick<UserRow, "mustChangePassword">,
  session: Pick<SessionRow, "signedInBy"> | null | undefined,
): boolean => user.mustChangePassword && session?.signedInBy !== "link" && session?.signedInBy !== "provider";
