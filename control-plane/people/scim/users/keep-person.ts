import { isDeepStrictEqual } from "node:util";
import { countPeople, putPerson, removePerson, type PersonFields } from "../../directory/queries/people.ts";
import { settlePeople } from "../../directory/settle-people.ts";
import { auditedChanges } from "../../../ground/handler/audited-changes.ts";
import { readPolicy } from "../../sign-in-policy/queries.ts";
import { violates } from "../../../ground/store/constraint.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryUserRow } from "../../../ground/store/tables/directory.ts";
import { changeUser, countActiveOwners, findUser, insertUser, lockUser, type UserRow } from "../../users/queries.ts";
import { auditScim, type ScimClient } from "../client.ts";
import { limits } from "../limits.ts";
import { ScimError } from "../scim-error.ts";
import { adoptAccount } from "./adopt-account.ts";
import { accountEmail, accountName } from "./read-user.ts";

const fieldsOf = ({ userName, externalId, displayName, name, emails, active }: PersonFields): PersonFields => ({
  userName,
  externalId,
  displayName,
  name,
  emails,
  active,
});

const told = (fields: PersonFields | null, user: UserRow | null) =>
  fields && user && { ...fieldsOf(fields), email: user.email, role: user.role, status: user.status };

/** Turns the violation of a taken name, id or address into CONFLICT; returns any other error unchanged. */
function taken(error: unknown): unknown {
  const what = violates(error, "directory_users_name_taken")
    ? "userName"
    : violates(error, "directory_users_external_taken")
      ? "externalId"
      : violates(error, "users_email_taken")
        ? "address"
        : null;
  return what === null ? error : new ScimError(409, `Another user has this ${what}.`, "uniqueness");
}

/** @throws ScimError 403 for the owner of the last resort, and the last active owner */
async function requireExpendable(scope: InstallationScope, userId: string): Promise<void> {
  const owners = await countActiveOwners(scope);
  const user = await lockUser(scope, userId);
  const { breakGlassUserId } = await readPolicy(scope);
  if (userId === breakGlassUserId)
    throw new ScimError(403, "This is the owner who may always sign in with a password.");
  if (user?.role === "owner" && user.status === "active" && owners === 1) {
    throw new ScimError(403, "This is the last active owner.");
  }
}

/**
 * Sets name and address of the account. The owner of the last resort keeps theirs, because they sign in with that
 * address.
 */
async function renameAccount(scope: InstallationScope, user: UserRow, fields: PersonFields): Promise<void> {
  const [email, name] = [accountEmail(fields), accountName(fields)];
  if (email === user.email && name === user.name) return;
  const { breakGlassUserId } = await readPolicy(scope);
  if (user.id === breakGlassUserId)
    throw new ScimError(403, "This is the owner who may always sign in with a password.");
  await changeUser(scope, user.id, { email, name });
}

/** Stores the client's fields, puts them into effect, and writes the one audit event. */
async function settle(
  scope: InstallationScope,
  client: ScimClient,
  {
    user,
    before,
    fields,
    action,
  }: { user: UserRow; before: PersonFields | null; fields: PersonFields; action: string },
): Promise<DirectoryUserRow> {
  const row = await putPerson(scope, client.provider.id, user.id, fields);
  await renameAccount(scope, user, fields);
  await settlePeople(scope, client.provider, [user.id]);
  const now = (await findUser(scope, user.id)) ?? user;
  const changes = auditedChanges(told(before, user), told(fields, now));
  await auditScim(scope, client, { action, target: { kind: "user", id: user.id, name: now.email }, changes });
  return row;
}

/**
 * Creates a user, or adopts their existing account. `passwordHash` is that of a password that nobody knows.
 * @throws ScimError uniqueness, 403
 */
export async function createPerson(
  scope: InstallationScope,
  client: ScimClient,
  fields: PersonFields,
  passwordHash: string,
): Promise<DirectoryUserRow> {
  const { provider } = client;
  if ((await countPeople(scope, provider.id)) >= limits.users) {
    throw new ScimError(403, `A provider may bring at most ${limits.users} users.`);
  }
  const email = accountEmail(fields);
  try {
    const adopted = await adoptAccount(scope, provider, fields, email);
    if (adopted !== undefined && !fields.active) await requireExpendable(scope, adopted.id);
    const given = { email, name: accountName(fields), role: provider.otherRole ?? "operator" };
    const user = adopted ?? (await insertUser(scope, { ...given, passwordHash, mustChangePassword: false }));
    const action = adopted === undefined ? "user.create" : "user.update";
    return await settle(scope, client, { user, before: null, fields, action });
  } catch (error) {
    throw taken(error);
  }
}

/** Changes a user. Writes nothing when nothing differs. @throws ScimError uniqueness, 403 */
export async function changePerson(
  scope: InstallationScope,
  client: ScimClient,
  before: DirectoryUserRow,
  fields: PersonFields,
): Promise<DirectoryUserRow> {
  if (isDeepStrictEqual(fieldsOf(before), fields)) return before;
  if (!fields.active) await requireExpendable(scope, before.userId);
  const user = await findUser(scope, before.userId);
  if (user === undefined) throw new ScimError(404, "There is no such user.");
  return settle(scope, client, { user, before, fields, action: "user.update" }).catch((error: unknown) => {
    throw taken(error);
  });
}

/** Removes a user from the directory, and disables the account. @throws ScimError 403 */
export async function deletePerson(
  scope: InstallationScope,
  client: ScimClient,
  { userId }: DirectoryUserRow,
): Promise<void> {
  await requireExpendable(scope, userId);
  const before = await findUser(scope, userId);
  await removePerson(scope, client.provider.id, userId);
  await settlePeople(scope, client.provider, [userId]);
  const after = await findUser(scope, userId);
  const target = { kind: "user", id: userId, name: after?.email ?? null };
  const changes = { removed: true, before: { status: before?.status }, after: { status: after?.status } };
  await auditScim(scope, client, { action: "user.update", target, changes });
}
