import { flag, oneOf, searchOf, sortOf, text } from "../../shell/page/search-params.ts";

/** The state of the page, from its URL. */
export const connectionsSearch = searchOf({
  /** A part of the name or address. */
  q: text(),
  /** Sorted by name when not set. */
  sort: sortOf("name", "lastUsedAt"),
  /** The connection whose detail is open. */
  connection: text(),
  /** The dialog that is open about it. */
  ask: oneOf(["edit", "delete"]),
  /** The dialog for a new connection is open. */
  create: flag,
});

export type ConnectionsSearch = ReturnType<typeof connectionsSearch>;
