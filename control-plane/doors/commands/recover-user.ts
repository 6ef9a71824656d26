import type { Role } from "@ferrule/contract/states.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { generatePassword } from "../../people/passwords/generated-password.ts";
import { hashPassword } from "../../people/passwords/hash-password.ts";
import { issueLink } from "../../people/passwords/issue-link.ts";
import { endLinks, endSessions } from "../../people/session/queries.ts";
import { violates } from "../../ground/store/constraint.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { Store } from "../../ground/store/store.ts";
import { changeUser, findUserByEmail, insertUser, lockUser, type UserRow } from "../../people/users/queries.ts";

type Database = Pick<Store, "inInstallation">;

/** Its message is a sentence for the person who runs the command. */
export class RecoveryRefused extends Error {
  override name = "RecoveryRefused";
}

async function lockByEmail(scope: InstallationScope, email: string): Promise<UserRow> {
  const known = await findUserByEmail(scope, email);
  const user = known && (await lockUser(scope, known.id));
  if (!user) throw new RecoveryRefused(`There is no user ${email}.`);
  return user;
}

const targetOf = ({ id, email }: UserRow) => ({ kind: "user", id, name: email });
const by = "the command line";

/**
 * Creates a user whose password nobody knows and returns the token of a one-time sign-in link.
 * @throws RecoveryRefused when the email is taken
 */
export async function createUserWithLink(
  database: Database,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<string> {
  const passwordHash = await hashPassword(generatePassword());
  return database.inInstallation(async (scope) => {
    const user = await insertUser(scope, { email, name, role, passwordHash, mustChangePassword: true }).catch(
      (error: unknown) => {
        if (!violates(error, "users_email_taken")) throw error;
        throw new RecoveryRefused(`There is a user ${email} already.`, { cause: error });
      },
    );
    await auditSystem(scope, {
      action: "user.create",
      target: targetOf(user),
      changes: { by, after: { email, name, role } },
    });
    return issueLink(scope, user.id);
  });
}

/**
 * Gives a user a new password, which must be changed at its first use, enables the account, and ends its sessions and
 * links. Returns the password. @throws RecoveryRefused when there is no such user
 */
export async function resetPassword(database: Database, email: string): Promise<string> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.inInstallation(async (scope) => {
    const user = await lockByEmail(scope, email);
    await changeUser(scope, user.id, { passwordHash, mustChangePassword: true, status: "active" });
    await endSessions(scope, user.id, null);
    await endLinks(scope, user.id);
    const changes = { by, before: { status: user.status }, after: { status: "active" }, password: "set" };
    await auditSystem(scope, { action: "user.update", target: targetOf(user), changes });
  });
  return password;
}

/** Issues a one-time sign-in link and returns its token. @throws RecoveryRefused for an unknown or disabled user */
export const issueLinkByEmail = (database: Database, email: string): Promise<string> =>
  database.inInstallation(async (scope) => {
    const user = await lockByEmail(scope, email);
    if (user.status === "disabled")
      throw new RecoveryRefused(`${user.email} is disabled; \`ferrule user reset\` enables the account.`);
    await auditSystem(scope, { action: "user.update", target: targetOf(user), changes: { by, link: "issued" } });
    return issueLink(scope, user.id);
  });
