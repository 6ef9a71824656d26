import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { forgetGeneratedPassword, generatePassword } from "../passwords/generated-password.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { issueLink, linkLifetimeMs } from "../passwords/issue-link.ts";
import { endSessions } from "../session/queries.ts";
import { changeUser, findUser, lockUser } from "./queries.ts";

/**
 * Creates a one-time link by which a user signs in and chooses a password. Anybody who holds it is that user. So it
 * ends every earlier way in, as a new password would: the password, sessions and earlier links. The user therefore
 * notices if somebody takes over their account.
 */
export const inviteUser: Handlers["inviteUser"] = async ({ app, actor, params, read, write }) => {
  const known = found(await read((scope) => findUser(scope, params.userId)));
  if (known.role === "owner" && actor.role !== "owner") {
    throw new PublicError("FORBIDDEN", "Only an owner may invite an owner.");
  }
  if (known.id === actor.userId) {
    throw new PublicError("INVALID_STATE", "You are signed in. Change your own password under Account.");
  }
  const passwordHash = await hashPassword(generatePassword());
  const answer = await write(async (scope) => {
    const user = found(await lockUser(scope, params.userId));
    if (user.role === "owner" && actor.role !== "owner") throw new PublicError("FORBIDDEN");
    if (user.status === "disabled") {
      throw new PublicError("INVALID_STATE", "This user is disabled. Enable the account first.");
    }
    await endSessions(scope, user.id, null);
    await changeUser(scope, user.id, { passwordHash, mustChangePassword: true });
    const token = await issueLink(scope, user.id);
    const url = `${app.settings.publicUrl}/#link=${token}`;
    const expiresAt = new Date(sharedNow() + linkLifetimeMs).toISOString();
    const audit = { kind: "user", id: user.id, name: user.email, changes: { after: { link: "issued" } } };
    return { answer: { url, expiresAt }, audit };
  });
  await forgetGeneratedPassword(app.settings.dataDir, known.email);
  return answer;
};
