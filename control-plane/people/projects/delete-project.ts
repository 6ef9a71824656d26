import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { removeProject } from "./queries.ts";
import { reachableProject } from "./reachable-project.ts";

/** Deletes an archived Project and everything in it; its audit events stay. */
export const deleteProject: Handlers["deleteProject"] = async ({ scope, actor, params, ifMatch }) => {
  const { id, slug, name, status, revision } = await reachableProject(scope, actor, params.projectId);
  requireRevision(ifMatch, revision);
  if (status !== "archived") throw new PublicError("INVALID_STATE", "Archive the Project before you delete it.");
  await removeProject(scope, id);
  return {
    answer: undefined,
    audit: { kind: "project", id, name, projectId: id, changes: { before: { slug, name } } },
  };
};
