import { auditedRow } from "../../ground/handler/audited-changes.ts";
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
export const auditedConnection = auditedRow("connection", told, { always: ({ environment }) => ({ environment }) });
