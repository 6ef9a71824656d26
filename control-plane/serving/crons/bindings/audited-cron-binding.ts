import { fingerprint } from "../../../ground/handler/fingerprint.ts";
import { auditedRow } from "../../../ground/handler/audited-changes.ts";
import type { CronBindingRow } from "../queries/bindings.ts";

const told = (row: CronBindingRow) => ({
  name: row.name,
  functionId: row.functionId,
  environment: row.environment,
  schedule: row.schedule,
  timezone: row.timezone,
  tenantId: row.tenantId,
  input: fingerprint(JSON.stringify(row.input)),
  enabled: row.enabled,
  overlap: row.overlap,
  maxAttempts: row.maxAttempts,
  backoffMs: row.backoffMs,
  catchUp: row.catchUp,
  pauseAfterFailures: row.pauseAfterFailures,
  pauseReason: row.pauseReason,
});

/** What an audit event says about a change to a cron binding; its input appears only as a fingerprint. */
export const auditedCronBinding = auditedRow("cron-binding", told);
