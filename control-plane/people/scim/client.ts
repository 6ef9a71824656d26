import type { App } from "../../ground/app.ts";
import { insertAuditEvent, type NewAuditEvent } from "../../ground/audit/queries.ts";
import type { Settled } from "../directory/settle-people.ts";
import { redact } from "../../ground/handler/redact.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ScimTokenRow } from "../../ground/store/tables/directory.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";

/** The client of a request. Its token decides which users and groups it manages. */
export interface ScimClient {
  app: App;
  provider: ProviderRow;
  token: ScimTokenRow;
  /** The hash of the token that it sent. */
  sha256: string;
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

interface ScimEvent {
  action: string;
  target: { kind: string; id: string | null; name: string | null };
  changes: Record<string, unknown>;
  outcome?: NewAuditEvent["outcome"];
}

/** The audit event of a client's action, or of its refusal. */
export const scimEvent = (
  { app, provider, token, requestId, ip, userAgent }: ScimClient,
  { action, target, changes, outcome = "success" }: ScimEvent,
): NewAuditEvent => ({
  action,
  projectId: null,
  actorKind: "token",
  actorId: token.id,
  actorUserId: null,
  actorEmail: `${provider.name} (SCIM)`,
  targetKind: target.kind,
  targetId: target.id,
  targetName: target.name,
  requestId,
  ip,
  userAgent: userAgent?.slice(0, 500) ?? null,
  outcome,
  changes: redact({ by: provider.name, ...changes }, app.settings.maskedNames),
});

/** Appends it, in the transaction of the change. */
export const auditScim = (scope: InstallationScope, client: ScimClient, event: ScimEvent): Promise<void> =>
  insertAuditEvent(scope, scimEvent(client, event));

/** Appends the changes of users whose groups have changed. */
export async function auditSettled(
  scope: InstallationScope,
  client: ScimClient,
  settled: readonly Settled[],
): Promise<void> {
  for (const { userId, email, before, after } of settled) {
    const target = { kind: "user", id: userId, name: email };
    await auditScim(scope, client, { action: "user.update", target, changes: { before, after } });
  }
}
