import { roles, type Role } from "@ferrule/contract/states.ts";

/** The roles that a user of this role may give to a token. Developer and operator do not include each other. */
export const mayGive = (own: Role): Role[] =>
  roles.filter((role) => role === own || own === "owner" || (own === "admin" && role !== "owner"));
