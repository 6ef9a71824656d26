import type { ItemOf } from "../../../api/use-operation.ts";

/** A registered program, as the list of an endpoint has it. */
export type OauthClientRow = ItemOf<"listOauthClients">;
