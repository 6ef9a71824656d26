import type { InstallationScope } from "../store/scope.ts";
import { insertAuditEvent } from "./queries.ts";

interface SystemEvent {
  /** As the operation that a person would use, for example `user.create`. */
  action: string;
  target: { kind: string; id: string; name: string };
  /** Redacted by the caller. */
  changes: Record<string, unknown>;
}

/** Appends an audit event of what Ferrule itself, or whoever may read its database's credentials, has done outside a Project. */
export const auditSystem = (scope: InstallationScope, { action, target, changes }: SystemEvent): Promise<void> =>
  insertAuditEvent(scope, {
    action,
    projectId: null,
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
