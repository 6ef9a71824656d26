import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { App } from "../app.ts";
import { findCollection } from "../collections/records.ts";
import { sqlState } from "../store/constraint.ts";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import { readSchema, type CollectionSchema } from "./collection-schema.ts";
import { enterUpkeep } from "./record-scope.ts";
import { lockOlderRecords, rewriteRecords, type PlacedRow } from "./records.ts";
import { createBreather } from "./breathe.ts";
import { recordIssues } from "./record-issues.ts";
import type { Slotted } from "./slots.ts";
import { holdCollection } from "./usable-collection.ts";

interface Due {
  projectId: string;
  collectionId: string;
  environment: Environment;
  version: number;
}

const batchSize = 500;
const batchTimeoutMs = 30_000;
const uniqueViolation = "23505";

/** Collections with records that a mapping is to rewrite: it lies between their last rewriting and the active version. */
async function listDue({ tx }: InstallationScope): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with active as (
      select c.project_id, c.id as collection_id, 'development' as environment, c.newest_version as version
      from data_collections c where c.newest_version > 1
      union all
      select t.project_id, held.key, 'production', held.value::integer
      from project_targets t join artifacts a on a.digest = t.digest, jsonb_each_text(a.collection_versions) as held
      where t.environment = 'production' and held.value::integer > 1
    )
    select active.* from active
    left join record_migrations m on m.collection_id = active.collection_id and m.environment = active.environment
    where (m.version is null or m.version < active.version or (m.version = active.version and m.finished_at is null))
      and exists (select from data_collection_versions v where v.collection_id = active.collection_id
        and v.mapping is not null and v.version <= active.version
        and v.version > coalesce(case when m.finished_at is not null then m.version end, 0))
    order by active.collection_id, active.environment limit 100`.execute(tx);
  return rows;
}

/** Begins the rewriting to a version, or takes it up where it stood; undefined while another replica is at it. */
async function takeUp({ tx }: ProjectScope, { projectId, collectionId, environment, version }: Due) {
  await sql`insert into record_migrations (collection_id, environment, project_id, version)
    values (${collectionId}, ${environment}, ${projectId}, ${version})
    on conflict (collection_id, environment) do update
      set version = excluded.version, after_tenant = '', after_id = '', migrated = 0, failed = 0, finished_at = null
      where record_migrations.version < excluded.version`.execute(tx);
  return tx
    .selectFrom("recordMigrations")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("collectionId", "=", collectionId)
    .where("environment", "=", environment)
    .where("version", "=", version)
    .where("finishedAt", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Those that fit, as the mappings make them. */
async function upgraded(
  rows: readonly PlacedRow[],
  collection: Slotted,
  schema: CollectionSchema,
): Promise<PlacedRow[]> {
  const breathe = createBreather();
  const fitting: PlacedRow[] = [];
  for (const row of rows) {
    const data = schema.upgrade(row.data, row.version);
    if (recordIssues(schema.findIssues, collection, data).length === 0) fitting.push({ ...row, data });
    await breathe();
  }
  return fitting;
}

/** Answers how many were stored: where a key would be there twice, each is tried by itself. */
async function store(
  scope: ProjectScope,
  collectionId: string,
  collection: Slotted,
  version: number,
  rows: readonly PlacedRow[],
): Promise<number> {
  await sql`savepoint rewriting`.execute(scope.tx);
  try {
    await rewriteRecords(scope, collectionId, collection, version, rows);
    return rows.length;
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    await sql`rollback to savepoint rewriting`.execute(scope.tx);
    if (rows.length === 1) return 0;
  }
  let stored = 0;
  for (const row of rows) stored += await store(scope, collectionId, collection, version, [row]);
  return stored;
}

/** Rewrites one batch in a transaction of its own, and notes how far it has come. Answers whether more is to be done. */
async function rewriteBatch(app: App, due: Due): Promise<boolean> {
  return app.store.inProject(due.projectId, async (scope) => {
    const { collectionId, environment, version } = due;
    await holdCollection(scope, collectionId);
    const collection = await findCollection(scope, collectionId);
    const standing = collection && (await takeUp(scope, due));
    if (collection === undefined || standing === undefined) return false;
    const schema = await readSchema(scope, collectionId, version);
    await enterUpkeep(scope, batchTimeoutMs);
    const { afterTenant, afterId } = standing;
    const rows = await lockOlderRecords(scope, { collectionId, environment, version, afterTenant, afterId }, batchSize);
    const fitting = await upgraded(rows, collection, schema);
    const stored = await store(scope, collectionId, collection, version, fitting);
    const last = rows.at(-1);
    const more = rows.length === batchSize;
    await scope.tx
      .updateTable("recordMigrations")
      .set({
        afterTenant: last?.tenantId ?? afterTenant,
        afterId: last?.id ?? afterId,
        migrated: standing.migrated + stored,
        failed: standing.failed + rows.length - stored,
        finishedAt: more ? null : new Date(),
      })
      .where("collectionId", "=", collectionId)
      .where("environment", "=", environment)
      .execute();
    return more;
  });
}

/** Rewrites records by the mappings of their collections: of Development at once, of Production when it has been released. */
export async function migrateRecords(app: App): Promise<void> {
  for (const due of await app.store.inInstallation(listDue, { readOnly: true })) {
    while (!app.closing.aborted && (await rewriteBatch(app, due)));
  }
}
