import type { CacheEntry } from "@ferrule/contract/resources/cache-entry.ts";
import { environments, type Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { erasedAtOnce, erasedPart, type ErasedPart } from "../../../ground/store/whose.ts";
import { pageOfNames } from "../../../ground/store/rows/page-of-names.ts";
import type { Store } from "../../../ground/store/store.ts";
import type { CacheCall, CalledPlace, CacheRoom, CachePlace } from "../../../ground/ports/cache.ts";

export interface CacheRow {
  key: string;
  environment: CacheRoom;
  tenantId: string;
  functionId: string;
  sizeBytes: number;
  expiresAt: Date;
}

export const toCacheEntry = ({
  key,
  environment,
  tenantId,
  functionId,
  sizeBytes,
  expiresAt,
}: ShownRow): CacheEntry => ({
  key,
  environment,
  tenantId,
  functionId,
  sizeBytes,
  expiresAt: expiresAt.toISOString(),
});

type Place = CalledPlace & { key: string };

/** Whether an entry belongs to a preview, in the form of the index of these. */
const inPreview = sql`environment not in ('development', 'production')`;

const placesOf = (calls: readonly Place[]) => sql`
  unnest(
    ${calls.map(({ environment }) => environment)}::text[],
    ${calls.map(({ tenantId }) => tenantId)}::text[],
    ${calls.map(({ key }) => key)}::text[]
  )`;

const columns = sql`key, environment, tenant_id, function_id, size_bytes, expires_at`;

/** The values of entries of a Project as JSON text, in the given order; null for a missing one. One round trip. */
export async function getValues(store: Store, projectId: string, calls: readonly Place[]): Promise<(string | null)[]> {
  const rows = await store.call<{ value: string | null }>(projectId, "ferrule_read_cache", [
    calls.map(({ environment }) => environment),
    calls.map(({ tenantId }) => tenantId),
    calls.map(({ key }) => key),
  ]);
  return rows.map(({ value }) => value);
}

/** Sets entries, which must all be different. It takes one round trip. */
export async function setValues(
  store: Store,
  projectId: string,
  calls: readonly Extract<CacheCall, { kind: "set" }>[],
): Promise<void> {
  await store.call(projectId, "ferrule_write_cache", [
    calls.map(({ environment }) => environment),
    calls.map(({ tenantId }) => tenantId),
    calls.map(({ key }) => key),
    calls.map(({ json }) => json),
    calls.map(({ functionId }) => functionId),
    calls.map(({ ttlSeconds }) => ttlSeconds),
  ]);
}

/** Deletes entries, locking them in the same order; returns those that had not expired. */
export async function deleteEntries({ tx, projectId }: ProjectScope, places: readonly Place[]): Promise<CacheRow[]> {
  const { rows } = await sql<CacheRow & { isLive: boolean }>`
    with doomed as (
      select c.ctid as place
      from cache_entries c join ${placesOf(places)} as given (environment, tenant_id, key)
        on c.environment = given.environment and c.tenant_id = given.tenant_id and c.key = given.key
      where c.project_id = ${projectId}
      order by c.environment collate "C", c.tenant_id collate "C", c.key
      for update of c
    )
    delete from cache_entries using doomed where project_id = ${projectId} and ctid = doomed.place
    returning ${columns}, expires_at > now() as is_live
  `.execute(tx);
  return rows.filter(({ isLive }) => isLive);
}

/** Where a Project has entries: both environments and its previews. */
const roomsOf = (projectId: string) => sql`array(
  select unnest(${[...environments]}::text[]) union
  select environment from cache_entries where project_id = ${projectId} and ${inPreview})`;

/** Removes some entries of a tenant. */
export async function clearTenant({ tx, projectId }: ProjectScope, tenantId: string): Promise<ErasedPart> {
  return erasedPart(
    await sql`delete from cache_entries where project_id = ${projectId} and (environment, tenant_id, key) in (
      select environment, tenant_id, key from cache_entries
      where project_id = ${projectId} and environment = any(${roomsOf(projectId)}) and tenant_id = ${tenantId}
      order by environment, key limit ${erasedAtOnce} for update)`.execute(tx),
  );
}

export async function countTenant({ tx, projectId }: ProjectScope, tenantId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from cache_entries where project_id = ${projectId} and environment = any(${roomsOf(projectId)})
      and tenant_id = ${tenantId} limit ${most}) its`.execute(tx);
  return rows[0]?.count ?? 0;
}

type ShownRow = CacheRow & { environment: Environment };

/** One entry with its value. */
export async function findEntry(
  { tx, projectId }: ProjectScope,
  { environment, tenantId }: CachePlace,
  key: string,
): Promise<(ShownRow & { value: string }) | undefined> {
  const { rows } = await sql<ShownRow & { value: string }>`
    select ${columns}, value from cache_entries
    where project_id = ${projectId} and environment = ${environment} and tenant_id = ${tenantId} and key = ${key}
      and expires_at > now()
  `.execute(tx);
  return rows[0];
}

/** Rows of a place whose keys begin with `prefix`, ordered by key, including expired ones. Reads at most `most`. */
export async function scanEntries(
  { tx, projectId }: ProjectScope,
  { environment, tenantId }: CachePlace,
  { prefix, after, most }: { prefix: string; after: string; most: number },
): Promise<(ShownRow & { isLive: boolean })[]> {
  const { rows } = await sql<ShownRow & { isLive: boolean }>`
    select ${columns}, expires_at > now() as is_live from cache_entries
    where project_id = ${projectId} and environment = ${environment} and tenant_id = ${tenantId}
      and key ^@ ${prefix} and key > ${after}
    order by key limit ${most}
  `.execute(tx);
  return rows;
}

/** A page of the tenants with entries in an environment, by name. It looks up one entry of each in the primary key. */
export const tenantsIn = (
  { tx, projectId }: ProjectScope,
  environment: Environment,
  asked: { after: string; q: string | undefined; limit: number },
): Promise<{ names: string[]; last: string | null }> =>
  pageOfNames(tx, {
    ...asked,
    next: (after) => sql<string>`(select tenant_id from cache_entries
      where project_id = ${projectId} and environment = ${environment} and tenant_id > ${after} and expires_at > now()
      order by tenant_id limit 1)`,
  });

/** Removes up to `most` expired entries of any Project; returns how many. Several replicas may do it at once. */
export async function removeExpired({ tx }: InstallationScope, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from cache_entries where ctid = any (array(
      select ctid from cache_entries where expires_at <= now() order by expires_at limit ${most} for update skip locked
    ))
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** What an entry takes in addition to its value: its key, its row and its index entries. */
const overheadBytes = 300;

/** Removes up to `most` entries of previews that have ended; returns how many. */
export async function removeEnded({ tx }: InstallationScope, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from cache_entries where ctid = any (array(
      select ctid from cache_entries where ${inPreview} and not exists (
        select from previews where previews.project_id = cache_entries.project_id
          and 'preview:' || previews.id = cache_entries.environment)
      limit ${most} for update skip locked
    ))
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** All previews of a Project together may keep this part of its bytes. */
const partOfPreviews = 4;

/**
 * For each Project that keeps more than `mostBytes`, or whose previews keep more than their part, removes entries:
 * those of previews first, and the ones that expire soonest. Returns how many.
 */
export async function removeBeyond({ tx }: InstallationScope, mostBytes: number): Promise<number> {
  const mostInPreviews = Math.floor(mostBytes / partOfPreviews);
  const bytes = sql`size_bytes + ${overheadBytes}::bigint`;
  const { numAffectedRows } = await sql`
    with full_projects as (
      select project_id from cache_entries
      group by project_id
      having sum(${bytes}) > ${mostBytes} or sum(${bytes}) filter (where ${inPreview}) > ${mostInPreviews}
    ), counted as (
      select e.ctid as place, ${inPreview} as is_of_preview,
        sum(${bytes}) over (partition by project_id order by ${inPreview}, expires_at desc, key) as kept,
        sum(${bytes}) over (partition by project_id, ${inPreview} order by expires_at desc, key) as kept_of_kind
      from cache_entries e join full_projects using (project_id)
    )
    delete from cache_entries using counted where cache_entries.ctid = counted.place
      and (kept > ${mostBytes} or is_of_preview and kept_of_kind > ${mostInPreviews})
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}
