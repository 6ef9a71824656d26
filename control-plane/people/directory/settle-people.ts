import type { Role } from "@ferrule/contract/states.ts";
import { readPolicy } from "../sign-in-policy/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { changeUser, countActiveOwners, type UserChanges } from "../users/queries.ts";
import { markPerson } from "./queries/people.ts";
import { lockStanding, type Standing } from "./queries/standing.ts";
import { inDirectory, mappedRole, roleOf } from "./role-of.ts";

type Provider = Pick<ProviderRow, "id" | "roles" | "otherRole">;

/** The result for one user, for the audit. */
export interface Settled {
  userId: string;
  email: string;
  before: { role: Role; status: string };
  after: UserChanges;
}

/** The role that the directory gives; null: none; `as it is`: the groups of a sign-in decide. */
function wantedRole(provider: Provider, standing: Standing): Role | null | "as it is" {
  const { active, isDeleted, grouped, hasSignedIn } = standing;
  const groups = inDirectory(standing.groups);
  if (!active || isDeleted) return null;
  if (grouped || mappedRole(provider, groups) !== null) return roleOf(provider, groups);
  return hasSignedIn ? "as it is" : provider.otherRole;
}

function changesOf(wanted: ReturnType<typeof wantedRole>, { role, status, suspended }: Standing, isKept: boolean) {
  const changes: UserChanges = {};
  if (wanted === null) {
    if (status === "active" && !isKept) changes.status = "disabled";
    return changes;
  }
  if (wanted !== "as it is" && wanted !== role && !isKept) changes.role = wanted;
  if (status === "disabled" && suspended) changes.status = "active";
  return changes;
}

async function apply(scope: InstallationScope, { userId }: Standing, changes: UserChanges): Promise<void> {
  await changeUser(scope, userId, changes);
  if (changes.status !== undefined) await markPerson(scope, userId, { suspended: changes.status === "disabled" });
}

/**
 * Brings people of a provider in line with its directory: each gets the role of their groups, or is disabled without
 * one. A disabled person's sessions, links, API tokens and consents end at once. The last active owner and the owner of
 * the last resort keep role and account. Users whom an administrator disabled stay disabled. Returns the users that it
 * changed.
 */
export async function settlePeople(
  scope: InstallationScope,
  provider: Provider,
  userIds: readonly string[],
): Promise<Settled[]> {
  if (userIds.length === 0) return [];
  let owners = await countActiveOwners(scope);
  const { breakGlassUserId } = await readPolicy(scope);
  const settled: Settled[] = [];
  for (const standing of await lockStanding(scope, provider.id, userIds)) {
    const { userId, email, role, status } = standing;
    const isOwner = role === "owner" && status === "active";
    const isKept = userId === breakGlassUserId || (isOwner && owners === 1);
    if (!standing.grouped && mappedRole(provider, inDirectory(standing.groups)) !== null)
      await markPerson(scope, userId, { grouped: true });
    const after = changesOf(wantedRole(provider, standing), standing, isKept);
    if (Object.keys(after).length === 0) continue;
    await apply(scope, standing, after);
    if (isOwner) owners -= 1;
    settled.push({ userId, email, before: { role, status }, after });
  }
  return settled;
}
