import { said, searchFlag, searchOneOf, searchText } from "../../shell/search-params.ts";

const sorts = ["name", "-name", "lastUsedAt", "-lastUsedAt"] as const;
const questions = ["edit", "delete"] as const;

export interface ConnectionsSearch {
  /** A part of the name or address. */
  q?: string | undefined;
  /** Sorted by name when not set. */
  sort?: (typeof sorts)[number] | undefined;
  /** The connection whose detail is open. */
  connection?: string | undefined;
  /** The open dialog for this connection. */
  ask?: (typeof questions)[number] | undefined;
  /** The dialog for a new connection is open. */
  create?: true | undefined;
}

/** The state of the page, from its URL. */
export const connectionsSearch = (search: Record<string, unknown>): ConnectionsSearch =>
  said<ConnectionsSearch>({
    q: searchText(search["q"]),
    sort: searchOneOf(sorts, search["sort"]),
    connection: searchText(search["connection"]),
    ask: searchOneOf(questions, search["ask"]),
    create: searchFlag(search["create"]),
  });
