import type { ItemOf } from "../../api/use-operation.ts";

type Actor = ItemOf<"listAuditEvents">["actor"];

/** The actor as a short text. */
export const actorText = ({ kind, email }: Actor): string =>
  email ?? { user: "a deleted user", token: "a token", system: "Ferrule itself", anonymous: "not signed in" }[kind];
