import type { Role } from "@ferrule/contract/states.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { findSignedIn } from "../directory/find-signed-in.ts";
import { findAnyPerson, holdDirectory } from "../directory/queries/people.ts";
import { lockStanding } from "../directory/queries/standing.ts";
import { inDirectory, roleOf } from "../directory/role-of.ts";
import { Denied } from "../../ground/handler/denied.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import { generatePassword } from "../passwords/generated-password.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { IdentityRow, ProviderRow } from "../../ground/store/tables/identity.ts";
import {
  changeUser,
  countActiveOwners,
  findUserByEmail,
  insertUser,
  lockUser,
  type UserChanges,
  type UserRow,
} from "../users/queries.ts";
import { findIdentity, hasIdentity, holdPerson, insertIdentity, markSuspended } from "./queries/identities.ts";
import { readPolicy } from "../sign-in-policy/queries.ts";
import type { Person } from "./provider/read-person.ts";

const nobody = { kind: "user", id: null, name: null };
const targetOf = ({ id, email }: UserRow) => ({ kind: "user", id, name: email });

/**
 * The role that a user has from now on: that of the groups, except for the last owner and the owner of the last resort.
 */
async function roleNow(scope: InstallationScope, user: UserRow, role: Role, owners: number): Promise<Role> {
  const { breakGlassUserId } = await readPolicy(scope);
  const isLastOwner = user.role === "owner" && user.status === "active" && owners === 1;
  return user.id === breakGlassUserId || isLastOwner ? user.role : role;
}

const withoutRole = (provider: ProviderRow, target: AuditTarget) => {
  const message = `${provider.name} signed you in, but none of your groups has a role in Ferrule. Ask an administrator of Ferrule.`;
  return new Denied("FORBIDDEN", target, { message });
};

/** The role and status: from the SCIM client if it has brought this user, otherwise from the sign-in. */
async function wordOf(
  scope: InstallationScope,
  provider: ProviderRow,
  { user, role }: { user: UserRow; role: Role | null },
): Promise<{ role: Role; isSuspended: boolean }> {
  const [standing] = await lockStanding(scope, provider.id, [user.id]);
  if (standing !== undefined && (!standing.active || standing.isDeleted)) {
    throw new Denied("ACCOUNT_DISABLED", targetOf(user));
  }
  const given = standing?.grouped === true ? roleOf(provider, inDirectory(standing.groups)) : role;
  if (given === null) throw withoutRole(provider, targetOf(user));
  return { role: given, isSuspended: standing?.suspended ?? false };
}

/** Admits a person who has signed in with this provider before. Role and status follow the provider's current word. */
async function admitKnown(
  scope: InstallationScope,
  provider: ProviderRow,
  { userId, subject }: Pick<IdentityRow, "userId" | "subject">,
  claimed: Role | null,
): Promise<UserRow> {
  const owners = await countActiveOwners(scope);
  const user = await lockUser(scope, userId);
  // Read under the lock, because an administrator may have changed the account meanwhile.
  const identity = await findIdentity(scope, provider.id, subject);
  if (user === undefined || identity?.userId !== user.id) throw new Denied("INVALID_CREDENTIALS", nobody);
  const { role, isSuspended } = await wordOf(scope, provider, { user, role: claimed });
  if (user.status === "disabled" && !identity.suspended && !isSuspended) {
    throw new Denied("ACCOUNT_DISABLED", targetOf(user));
  }
  const changes: UserChanges = {};
  const next = await roleNow(scope, user, role, owners);
  if (next !== user.role) changes.role = next;
  if (user.status === "disabled") changes.status = "active";
  if (identity.suspended) await markSuspended(scope, identity, false);
  if (Object.keys(changes).length === 0) return user;
  const { role: wasRole, status } = user;
  await auditSystem(scope, {
    action: "user.update",
    target: { ...targetOf(user), id: user.id, name: user.email },
    changes: { by: provider.name, before: { role: wasRole, status }, after: changes },
  });
  return changeUser(scope, user.id, changes);
}

/**
 * Links an existing account with this address to the person, if an owner allowed it and nobody else signs in with the
 * account.
 */
async function link(
  scope: InstallationScope,
  provider: ProviderRow,
  { id, email }: UserRow,
  role: Role,
  subject: string,
): Promise<UserRow> {
  const user = await lockUser(scope, id);
  if (user?.email !== email) throw new Denied("INVALID_CREDENTIALS", nobody);
  const { breakGlassUserId } = await readPolicy(scope);
  const isOfProvider = (await hasIdentity(scope, user.id)) || (await findAnyPerson(scope, user.id)) !== undefined;
  const isFree = user.id !== breakGlassUserId && !isOfProvider;
  if (!provider.linkByEmail || !isFree) {
    const message = `There is an account with your address already, and ${provider.name} may not sign in to it. Ask an owner of Ferrule.`;
    throw new Denied("FORBIDDEN", targetOf(user), { message });
  }
  return admitAs(scope, provider, user, { role, subject });
}

/** Lets a person sign in as this user from now on. */
async function admitAs(
  scope: InstallationScope,
  provider: ProviderRow,
  { id, email }: Pick<UserRow, "id" | "email">,
  { role, subject }: { role: Role | null; subject: string },
): Promise<UserRow> {
  const identity = { providerId: provider.id, subject, userId: id };
  await insertIdentity(scope, identity);
  await auditSystem(scope, {
    action: "user.update",
    target: { kind: "user", id, name: email },
    changes: { by: provider.name, after: { signsInWith: provider.name, subject } },
  });
  return admitKnown(scope, provider, identity, role);
}

/** The user whom a SCIM client has brought for this person, unless somebody else already signs in as that user. */
async function admitBrought(
  scope: InstallationScope,
  provider: ProviderRow,
  { subject, email, emailVerified }: Person,
  role: Role | null,
): Promise<UserRow | undefined> {
  const brought = await findSignedIn(scope, provider.id, { subject, email: emailVerified ? email : null });
  if (brought === undefined) return undefined;
  const user = await lockUser(scope, brought.userId);
  const { breakGlassUserId } = await readPolicy(scope);
  if (user === undefined || user.id === breakGlassUserId || (await hasIdentity(scope, user.id))) return undefined;
  return admitAs(scope, provider, user, { role, subject });
}

/**
 * Finds or creates the user for a person whom a provider signed in. At the first sign-in, that is a new user, or the
 * account with their verified address. Later it is the user with this subject, whatever their address. `role` is the
 * role from the groups of the sign-in; null: none. For people whom a SCIM client has put into groups, those groups
 * decide. The caller holds the people and the provider.
 * @throws Denied with a sentence for the person
 */
export async function admitPerson(
  scope: InstallationScope,
  provider: ProviderRow,
  person: Person,
  role: Role | null,
): Promise<UserRow> {
  const { subject, email, emailVerified, name } = person;
  await holdPerson(scope, provider.id, subject);
  const identity = await findIdentity(scope, provider.id, subject);
  if (identity !== undefined) return admitKnown(scope, provider, identity, role);
  await holdDirectory(scope, provider.id);
  const brought = await admitBrought(scope, provider, person, role);
  if (brought !== undefined) return brought;
  if (role === null) throw withoutRole(provider, { ...nobody, name: email });
  const refused = (message: string) => new Denied("FORBIDDEN", { ...nobody, name: email }, { message });
  if (email === null)
    throw refused(`${provider.name} did not send your e-mail address. Ask an administrator of Ferrule.`);
  if (!emailVerified) {
    throw refused(`${provider.name} has not verified your e-mail address. Ask an administrator of Ferrule.`);
  }
  const known = await findUserByEmail(scope, email);
  if (known !== undefined) return link(scope, provider, known, role, subject);
  const passwordHash = await hashPassword(generatePassword());
  const given = { email, name: name ?? email, role };
  const user = await insertUser(scope, { ...given, passwordHash, mustChangePassword: false });
  await insertIdentity(scope, { providerId: provider.id, subject, userId: user.id });
  await auditSystem(scope, {
    action: "user.create",
    target: { kind: "user", id: user.id, name: user.email },
    changes: { by: provider.name, after: { ...given, subject } },
  });
  return user;
}
