// Why: docs/decisions/host-calls-in-one-statement.md
import type { HostCall } from "@ferrule/contract/internal/host-calls.ts";
import type { Store } from "../../ground/store/store.ts";
import type { RecordRow } from "./queries/records.ts";

interface GrantedRow extends Omit<RecordRow, "id"> {
  collectionId: string;
  activeVersion: number | null;
  id: string | null;
}

/**
 * A record as a Function's call may see it: the current grants and the record in one round trip. It reads as a database
 * role to which row-level security shows only the call's own place. Undefined: the call may not read the collection; a
 * `row` of null: there is no such record.
 */
export async function readGrantedRecord(
  { call, roles }: Store,
  projectId: string,
  { environment, tenantId, functionId, endpointId }: HostCall,
  collection: string,
  recordId: string,
): Promise<{ collectionId: string; activeVersion: number | null; row: RecordRow | null } | undefined> {
  const place = [environment, tenantId, functionId, endpointId, collection, recordId, roles.records];
  const [read] = await call<GrantedRow>(projectId, "ferrule_read_record", place);
  if (read === undefined) return undefined;
  const { collectionId, activeVersion, id, ...rest } = read;
  return { collectionId, activeVersion, row: id === null ? null : { id, ...rest } };
}
