import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { changeProject, describeProject } from "./queries.ts";
import { reachableProject } from "./reachable-project.ts";

/**
 * Archives a Project: its endpoints and crons stop at once, and nothing is deleted. `PATCH` with `active` restores it.
 */
export const archiveProject: Handlers["archiveProject"] = async ({ app, scope, actor, params, ifMatch }) => {
  const before = await reachableProject(scope, actor, params.projectId);
  requireRevision(ifMatch, before.revision);
  if (before.status === "archived") throw new PublicError("INVALID_STATE", "The Project is archived already.");
  const row = await changeProject(scope, before.id, { status: "archived", archivedAt: sharedDate() });
  await app.dependents.projectArchived(scope, row.id);
  return {
    answer: await describeProject(scope, row),
    audit: { kind: "project", id: row.id, name: row.name, projectId: row.id },
  };
};
