import { randomBytes } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { Denied } from "../../ground/handler/denied.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { issueSession } from "../session/issue-session.ts";
import { mayChoosePassword } from "../session/may-choose-password.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { forgetGeneratedPassword } from "../passwords/generated-password.ts";
import { hashPassword, verifyPassword } from "../passwords/hash-password.ts";
import { requireStrongPassword } from "../passwords/require-strong-password.ts";
import { changeSession, endLinks, endSessions, readSession } from "../session/queries.ts";
import { countAttempt, presentPasswordLimits } from "../passwords/count-attempt.ts";
import { changeUser, findUser, lockUser } from "../users/queries.ts";

/**
 * Changes the caller's own password. After ten wrong guesses of the current one within 15 minutes it returns 429;
 * failed sign-ins do not count here. Every other session and every sign-in link of the user end; this session continues
 * with a new CSRF token. When a one-time link opened the session and nobody has chosen a password yet, the current one
 * is not required. API tokens stay valid: they are separate credentials, listed and revoked one by one, and a script
 * must not stop because a person chose another password.
 */
export const changePassword: Handlers["changePassword"] = async ({ app, actor, body, reply, read, write }) => {
  const target = { kind: "user", id: actor.userId, name: actor.email };
  await requireStrongPassword(body.newPassword, actor.email, "body.newPassword");
  if (body.newPassword === body.currentPassword) {
    throw validationError([{ path: "body.newPassword", message: "must differ from the current password" }]);
  }
  const { before, session: opened } = await read(async (scope) => ({
    before: found(await findUser(scope, actor.userId)),
    session: await readSession(scope, actor.sessionId ?? ""),
  }));
  if (body.currentPassword !== undefined) {
    const attempt = await countAttempt(app, presentPasswordLimits(app, actor.email));
    if (!(await verifyPassword(before.passwordHash, body.currentPassword))) {
      throw new Denied("INVALID_CREDENTIALS", target);
    }
    await attempt.succeeded();
  } else if (!mayChoosePassword(before, opened)) {
    throw validationError([{ path: "body.currentPassword", message: "is required" }]);
  }
  const passwordHash = await hashPassword(body.newPassword);
  const changed = await write(async (scope) => {
    const user = found(await lockUser(scope, actor.userId));
    // Somebody else changed the password meanwhile, so the verified one is no longer current.
    if (user.passwordHash !== before.passwordHash) throw new Denied("INVALID_CREDENTIALS", target);
    await changeUser(scope, user.id, { passwordHash, mustChangePassword: false });
    await endSessions(scope, user.id, actor.sessionId);
    await endLinks(scope, user.id);
    const session = await changeSession(scope, actor.sessionId ?? "", {
      csrfSalt: randomBytes(16).toString("base64url"),
    });
    if (!session) throw new PublicError("SESSION_EXPIRED");
    reply.cookies.length = 0;
    return { answer: { csrfToken: await issueSession(app.settings, reply, session) }, audit: target };
  });
  await forgetGeneratedPassword(app.settings.dataDir, actor.email);
  return changed;
};
