import { insertAuditEvent } from "../../../ground/audit/queries.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { isOfMachine, type ShownGrant } from "../queries/grants.ts";

/** The sender of a request to the authorization server. */
export interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

interface OauthEvent {
  action: "oauth-token.create" | "oauth-grant.create" | "oauth-grant.revoke" | "oauth-client.create";
  target: { kind: "oauth-grant" | "oauth-client"; id: string; name: string; projectId: string | null };
  /**
   * The person for whom the client acts: a user, or a caller without an account (`id` null). Null: the client acts for
   * itself.
   */
  user: { id: string | null; email: string | null } | null;
  changes: Record<string, unknown>;
}

/** Appends a client's action, in the transaction of the change. `changes` must hold neither a code nor a token. */
export const auditOauth = (
  scope: InstallationScope,
  { requestId, ip, userAgent }: Origin,
  { action, target, user, changes }: OauthEvent,
): Promise<void> =>
  insertAuditEvent(scope, {
    action,
    projectId: target.projectId,
    actorKind: user === null || user.id === null ? "anonymous" : "user",
    actorId: user?.id ?? null,
    actorUserId: user?.id ?? null,
    actorEmail: user?.email ?? null,
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name,
    requestId,
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
    outcome: "success",
    changes,
  });

/** The audited target of changes to a consent, with its giver. */
export const auditedGrant = ({ id, clientName, projectId, email, ...grant }: ShownGrant) => ({
  target: { kind: "oauth-grant" as const, id, name: clientName, projectId },
  user: isOfMachine(grant) ? null : { id: grant.userId, email },
});
