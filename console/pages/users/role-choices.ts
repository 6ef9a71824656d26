import { roles, type Role } from "@ferrule/contract/states.ts";
import { roleTexts } from "../../components/role-texts.ts";

/** The roles to choose from, each with what it may do; only an owner can assign the owner role. */
export const roleChoices = (by: Role) =>
  roles.map((role) => ({
    value: role,
    label: roleTexts[role].label,
    detail: roleTexts[role].text,
    disabledReason: role === "owner" && by !== "owner" ? "Only an owner can add an owner." : null,
  }));
