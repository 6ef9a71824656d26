import type { ItemOf } from "../../api/use-operation.ts";

type Actor = ItemOf<"listAuditEvents">["actor"];

/** Who it was, in a word or an address. */
export const actorText = ({ kind, email }: Actor): string =>
  email ??
  { user: "a user who is gone", token: "a token", system: "Ferrule itself", anonymous: "nobody signed in" }[kind];
