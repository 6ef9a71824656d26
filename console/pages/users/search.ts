import { roles, type Role } from "@ferrule/contract/states.ts";
import { said, searchFlag, searchOneOf, searchText } from "../../shell/page/search-params.ts";

const sorts = ["email", "-email", "name", "-name", "lastLoginAt", "-lastLoginAt"] as const;
const statuses = ["active", "disabled"] as const;

export interface UsersSearch {
  /** A part of the name or the address. */
  q?: string | undefined;
  role?: Role | undefined;
  status?: (typeof statuses)[number] | undefined;
  sort?: (typeof sorts)[number] | undefined;
  /** The user whose detail is open. */
  user?: string | undefined;
  create?: true | undefined;
}

/** The state of the page, from its URL. */
export const usersSearch = (search: Record<string, unknown>): UsersSearch =>
  said<UsersSearch>({
    q: searchText(search["q"]),
    role: searchOneOf(roles, search["role"]),
    status: searchOneOf(statuses, search["status"]),
    sort: searchOneOf(sorts, search["sort"]),
    user: searchText(search["user"], 128),
    create: searchFlag(search["create"]),
  });
