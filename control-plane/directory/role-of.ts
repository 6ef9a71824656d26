import { roles, type Role } from "@ferrule/contract/states.ts";
import type { ProviderRow } from "../store/tables/identity.ts";

/** The role that the mapping gives to these groups: of several, the first of owner, admin, developer, operator; null: none. */
export function mappedRole({ roles: mappings }: Pick<ProviderRow, "roles">, groups: ReadonlySet<string>): Role | null {
  const given = new Set(mappings.filter(({ group }) => groups.has(group)).map(({ role }) => role));
  return roles.find((role) => given.has(role)) ?? null;
}

/** The same; where the mapping gives none, that of everybody else. */
export const roleOf = (provider: Pick<ProviderRow, "roles" | "otherRole">, groups: ReadonlySet<string>): Role | null =>
  mappedRole(provider, groups) ?? provider.otherRole;
