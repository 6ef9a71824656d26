import { roles, type Role } from "@ferrule/contract/states.ts";
import { roleTexts } from "../../components/role-texts.ts";

/**
 * The roles that a user may give to a token or a pipeline: none above their own. Developer and operator do not include
 * each other.
 */
export const givenRoles = (own: Role) =>
  roles
    .filter((role) => role === own || own === "owner" || (own === "admin" && role !== "owner"))
    .map((role) => ({ value: role, label: roleTexts[role].label, detail: roleTexts[role].text }));
