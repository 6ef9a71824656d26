import type { SessionRow } from "./queries.ts";
import type { UserRow } from "../users/queries.ts";

/** Whether a session may set the user's password without knowing the present one: nobody chose that, and a one-time link let them in. */
export const mayChoosePassword = (
  user: Pick<UserRow, "mustChangePassword">,
  session: Pick<SessionRow, "signedInBy"> | null | undefined,
): boolean => user.mustChangePassword && session?.signedInBy === "link";
