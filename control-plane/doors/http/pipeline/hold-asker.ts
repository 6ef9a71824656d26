// Why: docs/decisions/rights-under-locks.md
import { PublicError } from "@ferrule/contract/errors.ts";
import { isMutation } from "@ferrule/contract/operation.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { holdToken } from "../../../people/account/queries.ts";
import { mustChangePasswordNow } from "../../../people/session/must-change-password-now.ts";
import { holdSession } from "../../../people/session/queries.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { holdPeople, holdUser, lockUser } from "../../../people/users/queries.ts";
import { isNoHigher } from "../../../ground/handler/lower-role.ts";
import type { Exchange } from "./exchange.ts";

/** They lock other users, and take turns, so that two of them do not wait for each other. */
const changesPeople: ReadonlySet<OperationName> = new Set([
  "createUser",
  "updateUser",
  "inviteUser",
  "updateSignInPolicy",
]);

/** They end sessions and tokens of who asks: what asked with one of these at the same time comes before or after. */
const changesAsker: ReadonlySet<OperationName> = new Set(["changePassword", "logout", "deleteSession", "deleteToken"]);

/**
 * Reads once more, in the transaction of a change, who asks and with what, and holds both until it ends. So a change is made wholly before
 * somebody is disabled, demoted or signed out, and what disables them sees what it gave; or it is not made.
 * @throws PublicError ACCOUNT_DISABLED, SESSION_EXPIRED, UNAUTHENTICATED, FORBIDDEN, PASSWORD_CHANGE_REQUIRED
 */
export async function holdAsker(
  { name, operation, actor, user, session }: Exchange,
  scope: Pick<AnyScope, "tx">,
): Promise<void> {
  if (actor === null || user === null || !isMutation(operation)) return;
  if (changesPeople.has(name)) await holdPeople(scope);
  // Sent together. The user comes first, as for everything that ends sessions.
  const [now, isLive] = await Promise.all([
    (changesAsker.has(name) ? lockUser : holdUser)(scope, user.id),
    actor.tokenId === null ? holdSession(scope, actor.sessionId ?? "") : holdToken(scope, actor.tokenId),
  ]);
  if (now?.status !== "active") throw new PublicError("ACCOUNT_DISABLED");
  if (!isLive) throw new PublicError(actor.tokenId === null ? "SESSION_EXPIRED" : "UNAUTHENTICATED");
  if (!isNoHigher(user.role, now.role)) throw new PublicError("FORBIDDEN");
  if (mustChangePasswordNow(now, session) && operation.beforePasswordChange !== true) {
    throw new PublicError("PASSWORD_CHANGE_REQUIRED");
  }
}
