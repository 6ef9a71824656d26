import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeProject, findProject } from "./queries.ts";

/** To a token, every Project but its own looks as if it did not exist. */
export const getProject: Handlers["getProject"] = async ({ scope, actor, params }) => {
  const isForeign = actor.tokenProjectId !== null && actor.tokenProjectId !== params.projectId;
  return describeProject(scope, found(isForeign ? null : await findProject(scope, params.projectId)));
};
