import type { Role } from "@ferrule/contract/states.ts";

/** Developer and operator each may do what the other may not, so neither is below the other. */
const rank: Record<Role, number> = { owner: 2, admin: 1, developer: 0, operator: 0 };

/** Whether `role` is no higher than `than`: what a user may give to their own token. */
export const isNoHigher = (role: Role, than: Role): boolean => role === than || rank[role] < rank[than];

/** The lower one of a user's role and their token's. */
export const lowerRole = (user: Role, token: Role): Role => (isNoHigher(token, user) ? token : user);
