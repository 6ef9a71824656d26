import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { ConnectionRow } from "./queries/connections.ts";

const told = (row: ConnectionRow) => ({
  name: row.name,
  environment: row.environment,
  address: row.address,
  tls: row.tls,
  caCertificate: row.caCertificate,
  readOnly: row.readOnly,
  statementTimeoutMs: row.statementTimeoutMs,
  maxRows: row.maxRows,
  maxBytes: row.maxBytes,
  poolSize: row.poolSize,
  // A new version number means a new URL, even if only the password differs.
  urlVersion: row.version,
});

/** What an audit event says about a connection: where it leads and its limits, never its URL. */
export const auditedConnection = (
  before: ConnectionRow | null,
  after: ConnectionRow | null,
  more: object = {},
): AuditTarget => ({
  kind: "connection",
  id: (after ?? before)?.id ?? null,
  name: (after ?? before)?.name ?? null,
  changes: {
    environment: (after ?? before)?.environment,
    ...auditedChanges(before && told(before), after && told(after)),
    ...more,
  },
});
