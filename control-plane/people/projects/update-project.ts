import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { changedFields } from "../../ground/handler/changed-fields.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { changeProject, describeProject } from "./queries.ts";
import { reachableProject } from "./reachable-project.ts";

/**
 * Changes name, description, status, or what the Project is managed from. `active` restores an archived Project,
 * `archived` archives it. Changes in the Project that began earlier finish before that, because they hold the Project
 * (`holdProject`).
 */
export const updateProject: Handlers["updateProject"] = async ({ app, scope, actor, params, body, ifMatch }) => {
  const before = await reachableProject(scope, actor, params.projectId);
  requireRevision(ifMatch, before.revision);
  const { managedFrom, ...rest } = body;
  const given: typeof body = sameJson(managedFrom, before.managedFrom) ? rest : body;
  const changes = changedFields(before, given);
  const archivedAt = changes.after.status === "archived" ? sharedDate() : null;
  const row = changes.isEmpty
    ? before
    : await changeProject(scope, before.id, {
        ...changes.after,
        ...(changes.after.status === undefined ? {} : { archivedAt }),
      });
  if (changes.after.status === "archived") await app.dependents.projectArchived(scope, row.id);
  if (changes.after.status === "active") await app.dependents.projectRestored(scope, row.id);
  return {
    answer: await describeProject(scope, row),
    audit: {
      kind: "project",
      id: row.id,
      name: row.name,
      projectId: row.id,
      changes: { before: changes.before, after: changes.after },
    },
  };
};
