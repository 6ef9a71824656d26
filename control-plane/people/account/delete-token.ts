import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { removeToken } from "./queries.ts";

/** Revokes one of the caller's API tokens at once. */
export const deleteToken: Handlers["deleteToken"] = async ({ scope, actor, params }) => {
  const { id, name, projectId } = found(await removeToken(scope, params.tokenId, actor.userId));
  return { answer: undefined, audit: { kind: "token", id, name, projectId } };
};
