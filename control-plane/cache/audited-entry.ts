import type { CacheEntry } from "@ferrule/contract/resources/cache-entry.ts";
import type { AuditTarget } from "../http/handler/handler.ts";

/** What the audit tells of an entry: where it is and whose, and nothing of its value. */
export const auditedEntry = (
  { key, environment, tenantId, functionId, sizeBytes }: CacheEntry,
  more: { redactions?: number } = {},
): AuditTarget => ({
  kind: "cache-entry",
  id: key,
  name: key,
  changes: { environment, tenantId, functionId, sizeBytes, ...more },
});
