import { environments } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { erasedAtOnce, erasedPart, type ErasedPart } from "../../../ground/store/whose.ts";
import { enterUpkeep } from "./record-scope.ts";

const statementTimeoutMs = 30_000;

/** The keys of a tenant's records in every collection: each place is a range of the primary key. */
const keysOf = (projectId: string, tenantId: string, most: number) => sql`
  select its.collection_id, its.environment, its.tenant_id, its.id
  from data_collections c cross join unnest(${[...environments]}::text[]) as place (environment) cross join lateral (
    select r.collection_id, r.environment, r.tenant_id, r.id from records r
    where r.project_id = ${projectId} and r.collection_id = c.id and r.environment = place.environment
      and r.tenant_id = ${tenantId} limit ${most}) its
  where c.project_id = ${projectId} limit ${most}`;

/** Removes some records of a tenant, in both environments and in every collection. */
export async function eraseRecords(scope: ProjectScope, tenantId: string): Promise<ErasedPart> {
  const { tx, projectId } = scope;
  await enterUpkeep(scope, statementTimeoutMs);
  // A rewrite that is under way begins again: the records that it has already rewritten stay as they are.
  await sql`update record_migrations set after_tenant = '', after_id = ''
    where project_id = ${projectId} and after_tenant = ${tenantId}`.execute(tx);
  return erasedPart(
    await sql`delete from records where project_id = ${projectId}
      and (collection_id, environment, tenant_id, id) in (${keysOf(projectId, tenantId, erasedAtOnce)})`.execute(tx),
  );
}

export async function countRecordsOf(scope: ProjectScope, tenantId: string, most: number): Promise<number> {
  await enterUpkeep(scope, statementTimeoutMs);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${keysOf(scope.projectId, tenantId, most)}) its`.execute(scope.tx);
  return rows[0]?.count ?? 0;
}
