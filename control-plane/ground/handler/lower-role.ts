import type { Role } from "@ferrule/contract/states.ts";

/** A developer may do things that an operator may not, and the reverse. So neither is below the other. */
const rank: Record<Role, number> = { owner: 2, admin: 1, developer: 0, operator: 0 };

/** Whether `role` is no higher than `than`: users may give such a role to their own token. */
export const isNoHigher = (role: Role, than: Role): boolean => role === than || rank[role] < rank[than];

/** The lower of the roles of a user and their token. */
export const lowerRole = (user: Role, token: Role): Role => (isNoHigher(token, user) ? token : user);
