import { availableActions, offeredActions } from "@ferrule/contract/deployment-actions.ts";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import type { Role } from "@ferrule/contract/states.ts";
import type { DeploymentRow } from "./queries/deployments.ts";

const archived = { allowed: false, reason: "The Project is archived." };

/** A deployment as shown to a caller with these roles. */
export function deploymentOf(row: DeploymentRow, roles: readonly Role[]): Deployment {
  return {
    id: row.id,
    projectId: row.projectId,
    projectDeploymentId: row.id,
    number: row.number,
    target: row.target,
    kind: row.kind,
    status: row.status,
    active: row.active,
    pinned: row.pinned,
    availableActions:
      row.projectStatus === "archived"
        ? offeredActions.map((action) => ({ action, ...archived }))
        : availableActions(row, roles),
    sourceDeploymentId: row.sourceDeploymentId,
    rollsBackTo: row.rollsBackTo,
    missingSecrets: row.missingSecrets,
    message: row.message,
    commit: row.commit,
    requestedBy:
      row.requestedBy === null || row.requesterEmail === null
        ? null
        : { id: row.requestedBy, email: row.requesterEmail },
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    durationMs: row.startedAt && row.finishedAt ? row.finishedAt.getTime() - row.startedAt.getTime() : null,
    digest: row.digest,
    changes: row.changes,
    changeCounts: {
      added: row.changesAdded,
      changed: row.changesChanged,
      removed: row.changesRemoved,
      breaking: row.changesBreaking,
    },
    tests: row.tests,
    testsRequired: row.testsRequired,
    progress: row.progress,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
  };
}
