import type { AuditTarget } from "../../../ground/handler/handler.ts";
import type { ShownGrant } from "../queries/grants.ts";

/** What the audit event of a revocation says. Revoking what is revoked already changes nothing. */
export const auditedRevocation = ({
  id,
  clientName,
  projectId,
  scopes,
  email,
  revokedAt,
}: ShownGrant): AuditTarget => ({
  kind: "oauth-grant",
  id,
  name: clientName,
  projectId,
  changes: { before: { scopes, user: email, status: revokedAt === null ? "active" : "revoked" }, after: null },
});
