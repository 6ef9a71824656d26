import { flag, oneOf, searchOf, sortOf, text } from "../../shell/page/search-params.ts";

/** The state of the page, from its URL. */
export const secretsSearch = searchOf({
  /** A part of the name. */
  q: text(),
  /** Sorted by name when not set. */
  sort: sortOf("name", "rotatedAt", "lastUsedAt"),
  /** The secret whose detail is open. */
  secret: text(),
  /** The dialog that is open about it. */
  ask: oneOf(["rotate", "delete"]),
  /** The dialog for a new secret is open, with `name` filled in. */
  create: flag,
  name: text(64),
});

export type SecretsSearch = ReturnType<typeof secretsSearch>;
