import { PublicError } from "@ferrule/contract/errors.ts";
import { changedFields } from "../../ground/handler/changed-fields.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { requireNotLastResort } from "../sign-in-policy/require-not-last-resort.ts";
import { forgetGeneratedPassword } from "../passwords/generated-password.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { requireStrongPassword } from "../passwords/require-strong-password.ts";
import { endLinks, endSessions } from "../session/queries.ts";
import { changeUser, countActiveOwners, findUser, lockUser, toUser } from "./queries.ts";

/**
 * Changes a user. Only an owner may change owners, and nobody can disable or demote the last active one. Disabling, or
 * setting a new password, ends the user's sessions and sign-in links at once; a new role applies from the next request.
 * The user's API tokens are refused while the user is disabled or has not yet chosen a password, and work again
 * afterwards.
 */
export const updateUser: Handlers["updateUser"] = async (context) => {
  const { app, actor, params, body, ifMatch, read, write } = context;
  const { password, ...fields } = body;
  const known = found(await read((scope) => findUser(scope, params.userId)));
  if ((known.role === "owner" || fields.role === "owner") && actor.role !== "owner") {
    throw new PublicError("FORBIDDEN", "Only an owner may change an owner or create one.");
  }
  if (password !== undefined && known.id === actor.userId) {
    throw new PublicError("INVALID_STATE", "Change your own password under Account, which asks for the current one.");
  }
  if (password !== undefined) await requireStrongPassword(password, known.email, "body.password");
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const answer = await write(async (scope) => {
    const owners = await countActiveOwners(scope);
    const before = found(await lockUser(scope, params.userId));
    requireRevision(ifMatch, before.revision);
    // Their role changed between the first read and the lock.
    if (before.role === "owner" && actor.role !== "owner") throw new PublicError("FORBIDDEN");
    const { before: was, after, isEmpty } = changedFields(before, fields);
    const isActiveOwner = before.role === "owner" && before.status === "active";
    if (isActiveOwner && owners === 1 && (after.role !== undefined || after.status === "disabled")) {
      throw new PublicError("INVALID_STATE", "This is the last active owner.");
    }
    if (after.role !== undefined || after.status === "disabled") await requireNotLastResort(scope, before.id);
    if (passwordHash !== undefined) {
      await endSessions(scope, before.id, null);
      await endLinks(scope, before.id);
    }
    const secret = passwordHash === undefined ? {} : { passwordHash, mustChangePassword: true };
    const row =
      isEmpty && passwordHash === undefined ? before : await changeUser(scope, before.id, { ...after, ...secret });
    const changes = { before: was, after, ...(passwordHash === undefined ? {} : { password: "set" }) };
    return { answer: toUser(row), audit: { kind: "user", id: row.id, name: row.email, changes } };
  });
  if (passwordHash !== undefined) await forgetGeneratedPassword(app.settings.dataDir, known.email);
  return answer;
};
