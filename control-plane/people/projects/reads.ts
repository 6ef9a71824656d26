import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { describeProjects, listProjectRows, describeProject, findProject } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** Projects, newest first. An API token sees the one that it is limited to. */
export const listProjects: Handlers["listProjects"] = async ({ scope, actor, query }) => {
  const { list, wish } = readWish(query, "projects");
  const rows = await listProjectRows(scope, { ...wish, id: actor.tokenProjectId ?? undefined });
  const page = toPage(rows, query.limit, list, cursorOf);
  return { items: await describeProjects(scope, page.items), nextCursor: page.nextCursor };
};

/** To a token, every Project but its own looks as if it did not exist. */
export const getProject: Handlers["getProject"] = async ({ scope, actor, params }) => {
  const isForeign = actor.tokenProjectId !== null && actor.tokenProjectId !== params.projectId;
  return describeProject(scope, found(isForeign ? null : await findProject(scope, params.projectId)));
};
