import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { toManagementServer } from "./get-management-server.ts";
import { changeManagementServer, lockManagementServer, type ManagementServerRow } from "./queries.ts";

const told = ({ enabled, confirmedBy }: ManagementServerRow) => ({ enabled, confirmedBy });

/** Lets agents work on the Project, or stops them: their next request is refused. */
export const updateManagementServer: Handlers["updateManagementServer"] = async ({
  app,
  scope,
  actor,
  ifMatch,
  body,
}) => {
  const before = await lockManagementServer(scope);
  requireRevision(ifMatch, before.revision);
  const row = await changeManagementServer(scope, body);
  const changes = auditedChanges(told(before), told(row));
  return {
    answer: toManagementServer(app, scope.projectId, row, actor.scopes),
    audit: { kind: "management-server", id: null, name: null, changes },
  };
};
