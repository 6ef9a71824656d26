import { roles, type Role } from "@ferrule/contract/states.ts";
import type { ProviderRow } from "../store/tables/identity.ts";

/** The role that a person's groups give: of several, the first of owner, admin, developer, operator; null: none. */
export function roleOf(
  { roles: mappings, otherRole }: Pick<ProviderRow, "roles" | "otherRole">,
  groups: ReadonlySet<string>,
): Role | null {
  const given = new Set(mappings.filter(({ group }) => groups.has(group)).map(({ role }) => role));
  return roles.find((role) => given.has(role)) ?? otherRole;
}
