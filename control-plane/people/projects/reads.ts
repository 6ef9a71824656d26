import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { describeProjects, listProjectRows, describeProject, findProject } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** Projects, newest first. An API token sees the one that it is limited to. */
export const listProjects: Handlers["listProjects"] = ({ scope, actor, query }) =>
  wishedPage(
    query,
    "projects",
    (wish) => listProjectRows(scope, { ...wish, id: actor.tokenProjectId ?? undefined }),
    (rows) => describeProjects(scope, rows),
  );

/** To a token, every Project but its own looks as if it did not exist. */
export const getProject: Handlers["getProject"] = async ({ scope, actor, params }) => {
  const isForeign = actor.tokenProjectId !== null && actor.tokenProjectId !== params.projectId;
  return describeProject(scope, found(isForeign ? null : await findProject(scope, params.projectId)));
};
