import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { lockScimToken, removeScimToken } from "./queries/tokens.ts";
import { auditedToken } from "./scim-token.ts";

/** Ends a token at once. The users and groups that its client has brought stay. */
export const deleteScimToken: Handlers["deleteScimToken"] = async ({ scope, params }) => {
  const row = found(await lockScimToken(scope, params.providerId, params.tokenId));
  await removeScimToken(scope, row.id);
  return { answer: undefined, audit: auditedToken(row, { before: { prefix: row.prefix } }) };
};
