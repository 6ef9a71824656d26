import type { User } from "@ferrule/contract/resources/user.ts";
import { toUser, type UserRow } from "../users/queries.ts";
import { mustChangePasswordNow } from "./must-change-password-now.ts";
import type { SessionRow } from "./queries.ts";

/** The user as their own session shows them. `mustChangePassword` says whether a password change must come first. */
export const toSignedInUser = (user: UserRow, session: SessionRow | undefined): User => ({
  ...toUser(user),
  mustChangePassword: mustChangePasswordNow(user, session),
});
