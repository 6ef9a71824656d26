import { randomBytes } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { issueSession } from "../session/issue-session.ts";
import { changeSession } from "../session/queries.ts";
import { rememberProject } from "../users/queries.ts";
import { describeProject, keepProject } from "./queries.ts";
import { reachableProject } from "./reachable-project.ts";

/**
 * Makes a Project the active one of this session: both cookies are reissued, with a new CSRF token. The next sign-in
 * starts with it. An archived Project can be selected for reading.
 */
export const selectProject: Handlers["selectProject"] = async ({ app, scope, actor, params, reply }) => {
  const project = await reachableProject(scope, actor, params.projectId, keepProject);
  const csrfSalt = randomBytes(16).toString("base64url");
  const session = await changeSession(scope, actor.sessionId ?? "", { projectId: project.id, csrfSalt });
  if (!session) throw new PublicError("SESSION_EXPIRED");
  await rememberProject(scope, actor.userId, project.id);
  const csrfToken = await issueSession(app.settings, reply, session);
  return {
    answer: { activeProject: await describeProject(scope, project), csrfToken },
    audit: { kind: "project", id: project.id, name: project.name, projectId: project.id },
  };
};
