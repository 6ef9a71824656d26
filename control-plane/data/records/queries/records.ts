import type { Environment } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder, type Selectable } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { pageOfNames } from "../../../ground/store/rows/page-of-names.ts";
import type { RecordPlace, RecordScope } from "./record-scope.ts";
import { allSlots, slotsOf, type Slotted } from "./slots.ts";
import type { RecordsTable } from "../../../ground/store/tables/records.ts";

export type RecordRow = Omit<Selectable<RecordsTable>, "projectId" | "collectionId" | "environment" | "tenantId">;

/** A record to store. Somebody has already checked it against `version` of the schema. */
export interface GivenRecord {
  id: string;
  data: Record<string, unknown>;
  /** Seconds from now; null: it never expires. */
  ttlSeconds: number | null;
  /** Used instead of `ttlSeconds`; RFC 3339. */
  expiresAt?: string | null;
}

export const shown = sql`id, version, data, revision, created_at, updated_at, expires_at`;
export const inPlace = ({ projectId, collectionId, environment, tenantId }: RecordScope): RawBuilder<unknown> =>
  sql`project_id = ${projectId} and collection_id = ${collectionId} and environment = ${environment}
    and tenant_id = ${tenantId}`;
export const alive = sql`(expires_at is null or expires_at > now())`;
const names = (columns: readonly string[]) => sql.raw(columns.map((column) => `, ${column}`).join(""));
const listed = (values: readonly RawBuilder<unknown>[]) =>
  sql`${sql.join(
    values.map((value) => sql`, ${value}`),
    sql``,
  )}`;
const assigned = ({ columns, values }: ReturnType<typeof slotsOf>) =>
  sql.join(
    columns.map((column, at) => sql`, ${sql.raw(column)} = ${values[at] ?? sql`null`}`),
    sql``,
  );

/**
 * Stores records in one statement; with `replace`, it overwrites a record with the same id. Fails with `records_pkey`
 * or `records_unique_<n>`. Returns them in no order, and whether each is new.
 */
export async function insertRecords(
  scope: RecordScope,
  collection: Slotted,
  version: number,
  given: readonly GivenRecord[],
  replace = false,
): Promise<(RecordRow & { isNew: boolean })[]> {
  const slots = slotsOf(collection);
  const { projectId, collectionId, environment, tenantId } = scope;
  const rows = given.map(({ id, data, ttlSeconds, expiresAt = null }) => ({
    id,
    data,
    ttl: ttlSeconds,
    until: expiresAt,
  }));
  const updates = ["data", "version", "expires_at", "changed_in", ...slots.columns].map(
    (name) => `${name} = excluded.${name}`,
  );
  const onConflict = replace
    ? sql.raw(`on conflict (collection_id, environment, tenant_id, id) do update
        set ${updates.join(", ")}, updated_at = now(), revision = records.revision + 1`)
    : sql``;
  const { rows: stored } = await sql<RecordRow & { isNew: boolean }>`
    insert into records (project_id, collection_id, environment, tenant_id, id, version, data, expires_at${names(slots.columns)})
    select ${projectId}, ${collectionId}, ${environment}, ${tenantId}, id, ${version}::integer, data,
      coalesce(until, now() + ttl * interval '1 second')${listed(slots.values)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (id text, data jsonb, ttl integer, until timestamptz)
    ${onConflict}
    returning ${shown}, revision = 1 as is_new`.execute(scope.tx);
  return stored;
}

export async function findRecord(scope: RecordScope, id: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`select ${shown} from records
    where ${inPlace(scope)} and id = ${id} and ${alive}`.execute(scope.tx);
  return rows[0];
}

/**
 * Replaces the data of a record that still has this revision; null accepts any revision. Fails with
 * `records_unique_<n>`.
 */
export async function updateRecord(
  scope: RecordScope,
  collection: Slotted,
  version: number,
  { id, data, ttlSeconds, revision }: Omit<GivenRecord, "expiresAt"> & { revision: number | null },
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    with given as (select ${JSON.stringify(data)}::text::jsonb as data),
      made as (select data as new_data${listed(slotsOf(collection).values.map((value, at) => sql`${value} as ${sql.raw(`slot_${at}`)}`))} from given)
    update records set data = made.new_data, version = ${version}, revision = revision + 1, updated_at = now(),
      changed_in = pg_current_xact_id(),
      expires_at = coalesce(now() + ${ttlSeconds}::integer * interval '1 second', expires_at)
      ${sql.raw(
        slotsOf(collection)
          .columns.map((column, at) => `, ${column} = made.slot_${at}`)
          .join(""),
      )}
    from made
    where ${inPlace(scope)} and id = ${id} and ${alive} and revision = coalesce(${revision}, revision)
    returning ${shown}`.execute(scope.tx);
  return rows[0];
}

/**
 * Removes a record, and returns whether it existed. With a revision, it removes only a record that still has that one.
 */
export async function removeRecord(scope: RecordScope, id: string, revision: number | null): Promise<boolean> {
  const { rows } = await sql<{ alive: boolean }>`delete from records
    where ${inPlace(scope)} and id = ${id} and revision = coalesce(${revision}, revision)
    returning ${alive} as alive`.execute(scope.tx);
  return rows[0]?.alive === true;
}

/** Removes expired records of this place, which would otherwise still occupy their ids and keys. */
export async function removeExpired(scope: RecordScope): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from records
    where ${inPlace(scope)} and expires_at <= now()`.execute(scope.tx);
  return Number(numAffectedRows);
}

/** Up to `limit` records by a condition and an order; `sorts` are returned as `sort1`, `sort2`, … */
export async function selectRecords(
  scope: RecordScope,
  {
    where,
    orderBy,
    sorts,
    limit,
  }: {
    where: RawBuilder<unknown>;
    orderBy: RawBuilder<unknown>;
    sorts: readonly RawBuilder<unknown>[];
    limit: number;
  },
): Promise<(RecordRow & Record<string, unknown>)[]> {
  const extra = listed(sorts.map((sort, at) => sql`${sort} as ${sql.raw(`sort${at + 1}`)}`));
  const { rows } = await sql<RecordRow & Record<string, unknown>>`select ${shown}${extra} from records
    where ${inPlace(scope)} and ${alive} and ${where} order by ${orderBy} limit ${limit}`.execute(scope.tx);
  return rows;
}

/** A record as upkeep sees it: of any environment and tenant. */
export type PlacedRow = Pick<RecordsTable, "environment" | "tenantId" | "id" | "version" | "data">;

/** The next records of a collection, in primary key order. For upkeep (`enterUpkeep`). */
export async function scanRecords(
  { tx, projectId }: ProjectScope,
  collectionId: string,
  after: Pick<PlacedRow, "environment" | "tenantId" | "id"> | null,
  limit: number,
): Promise<PlacedRow[]> {
  const behind =
    after === null
      ? sql`true`
      : sql`(environment, tenant_id, id) > (${after.environment}, ${after.tenantId}, ${after.id})`;
  const { rows } = await sql<PlacedRow>`select environment, tenant_id, id, version, data from records
    where project_id = ${projectId} and collection_id = ${collectionId} and ${behind} and ${alive}
    order by environment, tenant_id, id limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Identifies the transactions that have finished by now. With it, we later find what others wrote since. For upkeep
 * (`enterUpkeep`).
 */
export const currentSnapshot = async ({ tx }: ProjectScope): Promise<string> =>
  (await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(tx)).rows[0]?.snapshot ?? "";

export async function listChangedSince(
  { tx, projectId }: ProjectScope,
  collectionId: string,
  snapshot: string,
): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`select environment, tenant_id, id, version, data from records
    where project_id = ${projectId} and collection_id = ${collectionId} and ${alive}
      and not pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)`.execute(tx);
  return rows;
}

/**
 * Stores records as another version. Their revision stays, because readers see the same data. For upkeep
 * (`enterUpkeep`).
 */
export async function rewriteRecords(
  { tx, projectId }: ProjectScope,
  collectionId: string,
  collection: Slotted,
  version: number,
  rewritten: readonly Pick<PlacedRow, "environment" | "tenantId" | "id" | "data">[],
): Promise<void> {
  if (rewritten.length === 0) return;
  const slots = slotsOf(collection);
  await sql`with made as (
      select environment, tenant_id, id, data as new_data${listed(slots.values.map((value, at) => sql`${value} as ${sql.raw(`slot_${at}`)}`))}
      from jsonb_to_recordset(${JSON.stringify(rewritten.map(({ environment, tenantId, id, data }) => ({ environment, tenant_id: tenantId, id, data })))}::text::jsonb)
        as given (environment text, tenant_id text, id text, data jsonb))
    update records set data = made.new_data, version = ${version}, changed_in = pg_current_xact_id()
      ${sql.raw(slots.columns.map((column, at) => `, ${column} = made.slot_${at}`).join(""))}
    from made where records.project_id = ${projectId} and records.collection_id = ${collectionId}
      and records.environment = made.environment and records.tenant_id = made.tenant_id and records.id = made.id`.execute(
    tx,
  );
}

/**
 * The next records of an environment that have an older version, locked until the transaction ends. For upkeep
 * (`enterUpkeep`).
 */
export async function lockOlderRecords(
  { tx, projectId }: ProjectScope,
  {
    collectionId,
    environment,
    version,
    afterTenant,
    afterId,
  }: {
    collectionId: string;
    environment: Environment;
    version: number;
    afterTenant: string;
    afterId: string;
  },
  limit: number,
): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`select environment, tenant_id, id, version, data from records
    where project_id = ${projectId} and collection_id = ${collectionId} and environment = ${environment}
      and (tenant_id, id) > (${afterTenant}, ${afterId}) and version < ${version}
    order by tenant_id, id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Removes up to `limit` expired records of any Project; returns how many. */
export async function sweepExpired({ tx }: InstallationScope, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from records
    where ctid = any(array(select ctid from records where expires_at <= now() limit ${limit} for update skip locked))`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** The ids among these that this place already uses. */
export async function listTakenIds(scope: RecordScope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from records
    where ${inPlace(scope)} and ${alive} and id = any(${ids}::text[])`.execute(scope.tx);
  return rows.map(({ id }) => id);
}

/** A record whose value in one of these fields is one that an index cannot hold. For upkeep (`enterUpkeep`). */
export async function findUnindexable(
  { tx, projectId }: ProjectScope,
  collectionId: string,
  paths: readonly string[],
  mostBytes: number,
): Promise<{ id: string; path: string } | undefined> {
  const { rows } = await sql<{ id: string; path: string }>`
    select id, path from records, unnest(${paths}::text[]) as path
    where project_id = ${projectId} and collection_id = ${collectionId}
      and (jsonb_typeof(data #> string_to_array(path, '.')) in ('array', 'object')
        or octet_length(data #>> string_to_array(path, '.')) > ${mostBytes}) limit 1`.execute(tx);
  return rows[0];
}

/** Recomputes the columns of indexes and keys. Fails with `records_unique_<n>`. For upkeep (`enterUpkeep`). */
export async function refillSlots(
  { tx, projectId }: ProjectScope,
  collectionId: string,
  collection: Slotted,
): Promise<void> {
  await sql`update records set id = id${assigned(allSlots(collection))}
    where project_id = ${projectId} and collection_id = ${collectionId}`.execute(tx);
}

/**
 * How many records a collection has in an environment, over all tenants, counted up to `most`. For upkeep
 * (`enterUpkeep`).
 */
export async function countRecords(
  { tx, projectId }: ProjectScope,
  collectionId: string,
  environment: Environment,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from records where project_id = ${projectId}
      and collection_id = ${collectionId} and environment = ${environment}
      and (expires_at is null or expires_at > now()) limit ${most}) as counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * A page of the tenants with records of a collection in an environment, by name. It looks up one record of each in the
 * primary key, however many they have. For upkeep (`enterUpkeep`).
 */
export const listTenants = (
  { tx, projectId }: ProjectScope,
  { collectionId, environment }: Pick<RecordPlace, "collectionId" | "environment">,
  asked: { after: string; q?: string | undefined; limit: number },
): Promise<{ names: string[]; last: string | null }> =>
  pageOfNames(tx, {
    ...asked,
    next: (after) => sql<string>`(select tenant_id from records
      where project_id = ${projectId} and collection_id = ${collectionId} and environment = ${environment}
        and tenant_id > ${after} and ${alive}
      order by tenant_id limit 1)`,
  });

/** Sets the savepoint for `backToWrite`. */
export async function beforeWrite({ tx }: Pick<RecordScope, "tx">): Promise<void> {
  await sql`savepoint before_write`.execute(tx);
}

/** Rolls back to `beforeWrite`, so that the transaction can continue after a failure. */
export async function backToWrite({ tx }: Pick<RecordScope, "tx">): Promise<void> {
  await sql`rollback to savepoint before_write`.execute(tx);
}
