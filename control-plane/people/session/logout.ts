import type { Handlers } from "../../ground/handler/handler.ts";
import { dropSession } from "./issue-session.ts";
import { endSession } from "./queries.ts";

/** Ends this session on every replica at once. */
export const logout: Handlers["logout"] = async ({ scope, actor, reply }) => {
  await endSession(scope, actor.sessionId ?? "", actor.userId);
  dropSession(reply);
  return { answer: undefined, audit: { kind: "user", id: actor.userId, name: actor.email } };
};
