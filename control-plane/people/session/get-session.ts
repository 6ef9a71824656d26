import { csrfToken } from "./cookie/csrf-token.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { readSessionCookie } from "./cookie/session-cookie.ts";
import { sessionLifetime } from "./session-lifetime.ts";
import { describeProject } from "../projects/queries.ts";
import { choosePassword } from "./choose-password.ts";
import { findSession } from "./queries.ts";
import { toSignedInUser } from "./to-signed-in-user.ts";

/**
 * Whether the request's cookie opens a session, and which user's. A page asks this before it knows whether anybody is
 * signed in, so "nobody" is a normal result, not an error. It does not say why a cookie opens no session.
 */
export const getSession: Handlers["getSession"] = async ({ app, scope, sessionCookie }) => {
  if (sessionCookie === undefined) return { signedIn: null };
  const { settings } = app;
  const read = await readSessionCookie(settings.sessionSecret, sessionCookie);
  if (typeof read === "string") return { signedIn: null };
  const found = await findSession(scope, read.sessionId, sessionLifetime(settings).idleMs);
  if (!found || found.user.status === "disabled") return { signedIn: null };
  const { session, user, project } = found;
  return {
    signedIn: {
      user: toSignedInUser(user, session),
      activeProject: project ? await describeProject(scope, project) : null,
      csrfToken: csrfToken(settings.sessionSecret, session),
      choosePassword: await choosePassword(app, user, session),
    },
  };
};
