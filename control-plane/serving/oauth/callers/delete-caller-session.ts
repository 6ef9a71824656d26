import type { Handlers } from "../../../ground/handler/handler.ts";
import { endCallerSession } from "../queries/caller-sessions.ts";
import { requireCaller } from "./require-caller.ts";

/** Signs a caller out. The session ends, so a copy of its cookie opens nothing. Their consents stay. */
export const deleteCallerSession: Handlers["deleteCallerSession"] = async ({ app, scope, callerCookie, reply }) => {
  const { id, subject, email } = await requireCaller(app, scope, callerCookie);
  await endCallerSession(scope, id);
  reply.cookies.push({ name: "caller", value: null });
  return { answer: undefined, audit: { kind: "caller", id: subject, name: email, by: email } };
};
