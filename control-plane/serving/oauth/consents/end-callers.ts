import type { Ended } from "../../../people/identity/queries/sign-ins.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { insertAuditEvent } from "../../../ground/audit/queries.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { auditedGrant, auditOauth, type Origin } from "../protocol/audit-oauth.ts";
import { endNamedCallerSessions } from "../queries/caller-sessions.ts";
import { lockLiveGrantsOfCaller, revokeGrant } from "../queries/grants.ts";

async function endConsents(
  scope: InstallationScope,
  provider: ProviderRow,
  subject: string,
  origin: Origin,
): Promise<void> {
  for (const grant of await lockLiveGrantsOfCaller(scope, { issuer: provider.issuer, subject })) {
    await revokeGrant(scope, grant.id);
    await auditOauth(scope, origin, {
      action: "oauth-grant.revoke",
      ...auditedGrant(grant),
      changes: { by: provider.name, reason: "signed out at the provider" },
    });
  }
}

/**
 * Ends the sessions of callers that a provider reports as ended (OIDC Back-Channel Logout 1.0, section 2.7). If the
 * provider is configured so, it ends their consents too.
 */
export async function endCallers(
  scope: InstallationScope,
  provider: ProviderRow,
  named: Ended,
  origin: Origin,
): Promise<void> {
  const ended = await endNamedCallerSessions(scope, named);
  for (const { subject, email } of ended) {
    await insertAuditEvent(scope, {
      action: "caller.logout",
      projectId: null,
      actorKind: "system",
      actorId: null,
      actorUserId: null,
      actorEmail: null,
      targetKind: "caller",
      targetId: subject,
      targetName: email,
      ...origin,
      userAgent: origin.userAgent?.slice(0, 500) ?? null,
      outcome: "success",
      changes: { by: provider.name },
    });
  }
  if (!provider.logoutEndsConsents) return;
  const subjects = new Set([
    ...ended.map(({ subject }) => subject),
    ...(named.subject === undefined ? [] : [named.subject]),
  ]);
  for (const subject of subjects) await endConsents(scope, provider, subject, origin);
}
