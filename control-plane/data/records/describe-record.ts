import type { RecordResource } from "@ferrule/contract/resources/record.ts";
import type { CollectionSchema } from "./writing/collection-schema.ts";
import type { RecordPlace } from "./queries/record-scope.ts";
import type { RecordRow } from "./queries/records.ts";

/** A record as a Function sees it. */
export type ShownRecord = Pick<
  RecordResource,
  "id" | "data" | "revision" | "version" | "createdAt" | "updatedAt" | "expiresAt"
>;

/** A record as readers see it: the later mappings convert data of an older version. */
export function showRecord(row: RecordRow, schema: CollectionSchema | null): ShownRecord {
  const isMapped = schema?.isMapped(row.version) === true;
  return {
    id: row.id,
    data: isMapped ? schema.upgrade(row.data, row.version) : row.data,
    revision: row.revision,
    version: isMapped ? schema.version : row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

export const describeRecord = (
  projectId: string,
  { collectionId, environment, tenantId }: RecordPlace,
  row: RecordRow,
  schema: CollectionSchema | null,
): RecordResource => ({ ...showRecord(row, schema), projectId, collectionId, environment, tenantId });
