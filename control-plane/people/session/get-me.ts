import { csrfToken } from "./cookie/csrf-token.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeProject, findProject } from "../projects/queries.ts";
import { findUser } from "../users/queries.ts";
import { choosePassword } from "./choose-password.ts";
import { readSession } from "./queries.ts";
import { toSignedInUser } from "./to-signed-in-user.ts";

/** The signed-in user, their Project, and the CSRF token of the session (an API token has none and needs none). */
export const getMe: Handlers["getMe"] = async ({ app, scope, actor }) => {
  const user = found(await findUser(scope, actor.userId));
  const session = actor.sessionId === null ? undefined : await readSession(scope, actor.sessionId);
  const projectId = session?.projectId ?? actor.tokenProjectId;
  const project = projectId === null ? undefined : await findProject(scope, projectId);
  return {
    user: toSignedInUser(user, session),
    activeProject: project ? await describeProject(scope, project) : null,
    ...(session ? {} : { effectiveRole: actor.role }),
    choosePassword: await choosePassword(app, user, session),
    csrfToken: session ? csrfToken(app.settings.sessionSecret, session) : null,
  };
};
