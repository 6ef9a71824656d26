import { createHash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../ground/app.ts";
import type { HandlerContext, Handlers } from "../../ground/handler/handler.ts";
import { isNoHigher } from "../../ground/handler/lower-role.ts";
import { issueToken } from "../account/issue-token.ts";
import { holdUser } from "../users/queries.ts";
import { intervalSeconds } from "./limits.ts";
import { findByDeviceCode, noteAsked, takeAllowed, type CliSignInRow } from "./queries.ts";

const dayMs = 86_400_000;
/** What comes a second early counts as in time: the way here takes one time more and one time less. */
const leastMs = (intervalSeconds - 1) * 1_000;

const gone = () =>
  new PublicError("NOT_FOUND", "The sign-in has expired, or its token was fetched already. Start again.");

async function stillWaits(app: App, id: string): Promise<PublicError> {
  const isInTime = await app.store.inInstallation((scope) => noteAsked(scope, id, leastMs));
  return isInTime
    ? new PublicError("INVALID_STATE", "Nobody has decided yet.")
    : new PublicError("RATE_LIMITED", "You ask too often.", { retryAfterSeconds: intervalSeconds });
}

/** Makes the token under a lock on the person who allowed it, so that none is given to somebody who is disabled. */
const makeToken = ({ write }: HandlerContext<Operations["redeemCliSignIn"]>, { id, userId }: CliSignInRow) =>
  write(async (scope) => {
    const user = await holdUser(scope, userId ?? "");
    if (user?.status !== "active") throw new PublicError("ACCOUNT_DISABLED");
    const row = await takeAllowed(scope, id);
    if (!row?.projectId || !row.role) throw gone();
    if (!isNoHigher(row.role, user.role)) {
      throw new PublicError("FORBIDDEN", "The role of the person who allowed this is lower by now. Start again.");
    }
    const { token, value } = await issueToken(scope, {
      userId: user.id,
      projectId: row.projectId,
      name: row.machine,
      role: row.role,
      expiresAt: new Date(sharedNow() + row.validDays * dayMs),
    });
    const changes = { role: token.role, expiresAt: token.expiresAt, signIn: id };
    return {
      answer: { ...token, value },
      audit: { kind: "token", id: token.id, name: token.name, projectId: token.projectId, by: user.email, changes },
    };
  });

/**
 * Gives the token of an allowed sign-in to the command line that began it, exactly once (RFC 8628, section 3.4).
 * @throws PublicError INVALID_STATE while nobody has decided, RATE_LIMITED when asked too often, FORBIDDEN when it was
 * refused, NOT_FOUND when it has expired or the token was fetched, ACCOUNT_DISABLED
 */
export const redeemCliSignIn: Handlers["redeemCliSignIn"] = async (context) => {
  const { app, body, read } = context;
  const sha256 = createHash("sha256").update(body.deviceCode).digest("hex");
  const row = await read((scope) => findByDeviceCode(scope, sha256));
  if (!row) throw gone();
  if (row.state === "waiting") throw await stillWaits(app, row.id);
  if (row.state === "denied") throw new PublicError("FORBIDDEN", "The sign-in was refused in the console.");
  return makeToken(context, row);
};
