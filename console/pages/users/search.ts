import { roles } from "@ferrule/contract/states.ts";
import { flag, id, oneOf, searchOf, sortOf, text } from "../../shell/page/search-params.ts";

/** The state of the page, from its URL. */
export const usersSearch = searchOf({
  /** A part of the name or the address. */
  q: text(),
  role: oneOf(roles),
  status: oneOf(["active", "disabled"]),
  sort: sortOf("email", "name", "lastLoginAt"),
  /** The user whose detail is open. */
  user: id,
  create: flag,
});
