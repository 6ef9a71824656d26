import type { AuditTarget } from "../../../ground/handler/handler.ts";
import type { ShownGrant } from "../queries/grants.ts";

/** The audit event of a revocation. To revoke something again changes nothing. */
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
