import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { CollectionRow, GrantRow } from "./queries.ts";

const told = ({ name, description, newestVersion, uniqueKeys, indexes, ttlSeconds }: CollectionRow) => ({
  name,
  description,
  newestVersion,
  uniqueKeys,
  indexes,
  ttlSeconds,
});

/** What an audit event says about a collection; its schemas are kept with its versions. */
export const auditedCollection = auditedRow("data-collection", told);

/** What an audit event says about a grant. */
export const auditedGrant = ({ name }: CollectionRow, row: GrantRow): AuditTarget => ({
  kind: "grant",
  id: row.id,
  name,
  changes: {
    collectionId: row.collectionId,
    subject: row.functionId ?? row.endpointId,
    environment: row.environment,
    access: row.access,
  },
});
