import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { ApiKeyRow } from "./queries.ts";

const told = (row: ApiKeyRow) => ({
  endpointId: row.endpointId,
  environment: row.environment,
  name: row.name,
  prefix: row.prefix,
  tenantId: row.tenantId,
  scopes: row.scopes,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

/** What an audit event says about a created or revoked key. */
export const auditedKey = auditedRow("api-key", told);
