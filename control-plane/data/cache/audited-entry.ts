import type { CacheEntry } from "@ferrule/contract/resources/cache-entry.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";

/** The part of an entry that the audit records: its place and its owner, but nothing of its value. */
export const auditedEntry = (
  { key, environment, tenantId, functionId, sizeBytes }: CacheEntry,
  more: { redactions?: number } = {},
): AuditTarget => ({
  kind: "cache-entry",
  id: key,
  name: key,
  changes: { environment, tenantId, functionId, sizeBytes, ...more },
});
