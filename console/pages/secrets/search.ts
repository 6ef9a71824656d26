import { said, searchFlag, searchOneOf, searchText } from "../../shell/search-params.ts";

const sorts = ["name", "-name", "rotatedAt", "-rotatedAt", "lastUsedAt", "-lastUsedAt"] as const;
const questions = ["rotate", "delete"] as const;

export interface SecretsSearch {
  /** A part of the name. */
  q?: string | undefined;
  /** Sorted by name when not set. */
  sort?: (typeof sorts)[number] | undefined;
  /** The secret whose detail is open. */
  secret?: string | undefined;
  /** The open dialog for this secret. */
  ask?: (typeof questions)[number] | undefined;
  /** The dialog for a new secret is open, with `name` filled in. */
  create?: true | undefined;
  name?: string | undefined;
}

/** The state of the page, from its URL. */
export const secretsSearch = (search: Record<string, unknown>): SecretsSearch =>
  said<SecretsSearch>({
    q: searchText(search["q"]),
    sort: searchOneOf(sorts, search["sort"]),
    secret: searchText(search["secret"]),
    ask: searchOneOf(questions, search["ask"]),
    create: searchFlag(search["create"]),
    name: searchText(search["name"], 64),
  });
