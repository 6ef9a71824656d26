import { roles, type Role } from "@ferrule/contract/states.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";

type Mapping = ProviderRow["roles"][number];
/** Whether somebody is in the group that a mapping names. */
type IsIn = (mapping: Mapping) => boolean;

/** By the groups that an ID token names. */
export const inClaimed =
  (groups: ReadonlySet<string>): IsIn =>
  ({ group }) =>
    groups.has(group);

/** What `Standing.groups` knows a group by that a mapping names. */
export const keyOf = ({ by, group }: Omit<Mapping, "role">): string => `${by}:${group}`;

/** By the groups of the directory. */
export function inDirectory(keys: readonly string[]): IsIn {
  const known = new Set(keys);
  return (mapping) => known.has(keyOf(mapping));
}

/** The role that the mapping gives to who is in these groups: of several, the first of owner, admin, developer, operator; null: none. */
export function mappedRole({ roles: mappings }: Pick<ProviderRow, "roles">, isIn: IsIn): Role | null {
  const given = new Set(mappings.filter(isIn).map(({ role }) => role));
  return roles.find((role) => given.has(role)) ?? null;
}

/** The same; where the mapping gives none, that of everybody else. */
export const roleOf = (provider: Pick<ProviderRow, "roles" | "otherRole">, isIn: IsIn): Role | null =>
  mappedRole(provider, isIn) ?? provider.otherRole;
