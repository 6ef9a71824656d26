import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import { insertAuditEvent } from "./queries.ts";

interface SystemEvent {
  /** Named like the operation that a person would use, for example `user.create`. */
  action: string;
  target: { kind: string; id: string; name: string };
  /** The caller has redacted them. */
  changes: Record<string, unknown>;
}

/**
 * Appends an event without a person: Ferrule did something, or somebody who holds its database credentials. The event
 * belongs to the scope's Project, or to none.
 */
export const auditSystem = (
  scope: InstallationScope | ProjectScope,
  { action, target, changes }: SystemEvent,
): Promise<void> =>
  insertAuditEvent(scope, {
    action,
    projectId: "projectId" in scope ? scope.projectId : null,
    actorKind: "system",
    actorId: null,
    actorUserId: null,
    actorEmail: null,
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name,
    requestId: null,
    ip: null,
    userAgent: null,
    outcome: "success",
    changes,
  });
