import type { ItemOf } from "../../../../api/use-operation.ts";

/** A registered program, as an endpoint's list returns it. */
export type OauthClientRow = ItemOf<"listOauthClients">;
