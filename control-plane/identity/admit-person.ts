import type { Role } from "@ferrule/contract/states.ts";
import { auditSystem } from "../audit/audit-system.ts";
import { Denied } from "../http/handler/denied.ts";
import { generatePassword } from "../passwords/generated-password.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import type { InstallationScope } from "../store/scope.ts";
import type { IdentityRow, ProviderRow } from "../store/tables/identity.ts";
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
import type { Person } from "./read-person.ts";

const nobody = { kind: "user", id: null, name: null };
const targetOf = ({ id, email }: UserRow) => ({ kind: "user", id, name: email });

/** The role that a user has from now on: that of the groups, but for the last owner and the one of the last resort. */
async function roleNow(scope: InstallationScope, user: UserRow, role: Role, owners: number): Promise<Role> {
  const { breakGlassUserId } = await readPolicy(scope);
  const isLastOwner = user.role === "owner" && user.status === "active" && owners === 1;
  return user.id === breakGlassUserId || isLastOwner ? user.role : role;
}

/** Somebody who has signed in with this provider before: role and status are what it says now. */
async function admitKnown(
  scope: InstallationScope,
  provider: ProviderRow,
  identity: IdentityRow,
  role: Role,
): Promise<UserRow> {
  const owners = await countActiveOwners(scope);
  const user = await lockUser(scope, identity.userId);
  if (user === undefined) throw new Denied("INVALID_CREDENTIALS", nobody);
  if (user.status === "disabled" && !identity.suspended) throw new Denied("ACCOUNT_DISABLED", targetOf(user));
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

/** An account here that has this address: the person's, if an owner said so and nobody else signs in as it. */
async function link(
  scope: InstallationScope,
  provider: ProviderRow,
  user: UserRow,
  role: Role,
  subject: string,
): Promise<UserRow> {
  const { breakGlassUserId } = await readPolicy(scope);
  const isFree = user.id !== breakGlassUserId && !(await hasIdentity(scope, user.id));
  if (!provider.linkByEmail || !isFree) {
    const message = `There is an account with your address already, which ${provider.name} does not open. Ask an owner of Ferrule.`;
    throw new Denied("FORBIDDEN", targetOf(user), { message });
  }
  const identity = { providerId: provider.id, subject, userId: user.id };
  await insertIdentity(scope, identity);
  await auditSystem(scope, {
    action: "user.update",
    target: { kind: "user", id: user.id, name: user.email },
    changes: { by: provider.name, after: { signsInWith: provider.name, subject } },
  });
  return admitKnown(scope, provider, { ...identity, suspended: false, createdAt: new Date() }, role);
}

/**
 * The user that a person is here. At the first sign-in: a new one, or the account of their verified address. Afterwards whoever has
 * this subject, whatever their address. `role` is what their groups give.
 * @throws Denied with a sentence for the person
 */
export async function admitPerson(
  scope: InstallationScope,
  provider: ProviderRow,
  { subject, email, emailVerified, name }: Person,
  role: Role,
): Promise<UserRow> {
  await holdPerson(scope, provider.id, subject);
  const identity = await findIdentity(scope, provider.id, subject);
  if (identity !== undefined) return admitKnown(scope, provider, identity, role);
  const refused = (message: string) => new Denied("FORBIDDEN", { ...nobody, name: email }, { message });
  if (email === null)
    throw refused(`${provider.name} did not say your e-mail address. Ask an administrator of Ferrule.`);
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
