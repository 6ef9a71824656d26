import type { ApiKeyRow } from "./queries.ts";

/** What an audit event says about a key. */
export const auditedKey = (row: ApiKeyRow) => ({
  endpointId: row.endpointId,
  environment: row.environment,
  name: row.name,
  prefix: row.prefix,
  tenantId: row.tenantId,
  scopes: row.scopes,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});
