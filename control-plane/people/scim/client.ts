import type { App } from "../../ground/app.ts";
import { insertAuditEvent, type NewAuditEvent } from "../../ground/audit/queries.ts";
import type { Settled } from "../directory/settle-people.ts";
import { redact } from "../../ground/handler/redact.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ScimTokenRow } from "../../ground/store/tables/directory.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";

/** The client of a request: its token says whose users and groups it keeps. */
export interface ScimClient {
  app: App;
  provider: ProviderRow;
  token: ScimTokenRow;
  /** The hash of the token's value that was sent. */
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

/** The audit event of what a client did or was refused. */
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

/** Appends what became of users whose groups have changed. */
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
