import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { dropSession } from "../session/issue-session.ts";
import { endSession } from "../session/queries.ts";

/** Ends one of the caller's sessions. For another user's session, the result is the same as for a missing one. */
export const deleteSession: Handlers["deleteSession"] = async ({ scope, actor, params, reply }) => {
  if (!(await endSession(scope, params.sessionId, actor.userId))) throw new PublicError("NOT_FOUND");
  if (params.sessionId === actor.sessionId) dropSession(reply);
  return { answer: undefined, audit: { kind: "session", id: params.sessionId, name: null } };
};
