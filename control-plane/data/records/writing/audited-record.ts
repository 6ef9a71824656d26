import type { AuditTarget } from "../../../ground/handler/handler.ts";
import type { RecordPlace } from "../queries/record-scope.ts";

/** What an audit event says about a record: its place and revision, never its data. */
export const auditedRecord = (
  collection: { id: string; name: string },
  place: Omit<RecordPlace, "collectionId">,
  id: string,
  more: Record<string, unknown> = {},
): AuditTarget => ({
  kind: "record",
  id,
  name: collection.name,
  changes: { collectionId: collection.id, environment: place.environment, tenantId: place.tenantId, ...more },
});
