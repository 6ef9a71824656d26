import { roles, type Role } from "@ferrule/contract/states.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";

type Mapping = ProviderRow["roles"][number];
/** Whether a person is in the group that a mapping names. */
type IsIn = (mapping: Mapping) => boolean;

/** Decides by the groups that an ID token names. */
export const inClaimed =
  (groups: ReadonlySet<string>): IsIn =>
  ({ group }) =>
    groups.has(group);

/** The form in which `Standing.groups` names a mapping's group. */
export const keyOf = ({ by, group }: Omit<Mapping, "role">): string => `${by}:${group}`;

/** Decides by the groups of the directory. */
export function inDirectory(keys: readonly string[]): IsIn {
  const known = new Set(keys);
  return (mapping) => known.has(keyOf(mapping));
}

/**
 * The role that the mapping gives a person in these groups. If several apply, it is the first of owner, admin,
 * developer, operator; null when none applies.
 */
export function mappedRole({ roles: mappings }: Pick<ProviderRow, "roles">, isIn: IsIn): Role | null {
  const given = new Set(mappings.filter(isIn).map(({ role }) => role));
  return roles.find((role) => given.has(role)) ?? null;
}

/** The same; when the mapping gives none, the role for everybody else. */
export const roleOf = (provider: Pick<ProviderRow, "roles" | "otherRole">, isIn: IsIn): Role | null =>
  mappedRole(provider, isIn) ?? provider.otherRole;
