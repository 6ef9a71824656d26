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

/** These operations lock other users. They run one at a time, so that two of them never wait for each other. */
const changesPeople: ReadonlySet<OperationName> = new Set([
  "createUser",
  "updateUser",
  "inviteUser",
  "updateSignInPolicy",
]);

/**
 * These operations end sessions and tokens of the caller. Another request of the same caller runs entirely before or
 * after.
 */
const changesAsker: ReadonlySet<OperationName> = new Set(["changePassword", "logout", "deleteSession", "deleteToken"]);

/**
 * In the transaction of a change, reads the caller and their session or token once more, and locks both until it ends.
 * Suppose that somebody disables, demotes or signs out this caller at the same moment. Then the change either commits
 * first, and that operation sees its results; or the change does not happen.
 * @throws PublicError ACCOUNT_DISABLED, SESSION_EXPIRED, UNAUTHENTICATED, FORBIDDEN, PASSWORD_CHANGE_REQUIRED
 */
export async function holdAsker(
  { name, operation, actor, user, session }: Exchange,
  scope: Pick<AnyScope, "tx">,
): Promise<void> {
  if (actor === null || user === null || !isMutation(operation)) return;
  if (changesPeople.has(name)) await holdPeople(scope);
  // We send both together. The user comes first, as in everything that ends sessions.
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
