import type { Environment } from "@ferrule/contract/states.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { sql, type Updateable } from "kysely";
import type { RecordMigrationsTable } from "../../../ground/store/tables/collections.ts";

export interface Due {
  projectId: string;
  collectionId: string;
  environment: Environment;
  version: number;
}

/**
 * Collections with records that a mapping still has to rewrite. The mapping lies between the last rewrite and the
 * active version.
 */
const dueMigrations = sql`
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
      and v.version > coalesce(case when m.finished_at is not null then m.version end, 0))`;

/** Whether a mapping has records to rewrite. */
export const hasDueMigrations = sql<boolean>`exists (${dueMigrations})`;

/** Up to 100 rewrites that are due. */
export async function listDue({ tx }: InstallationScope): Promise<Due[]> {
  const { rows } = await sql<Due>`${dueMigrations}
    order by active.collection_id, active.environment limit 100`.execute(tx);
  return rows;
}

/** Begins the rewrite to a version, or resumes it; undefined while another replica is doing it. */
export async function takeUp({ tx }: ProjectScope, { projectId, collectionId, environment, version }: Due) {
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

/** Records how far the rewrite to a version has come. */
export async function noteProgress(
  { tx }: ProjectScope,
  { collectionId, environment }: Due,
  progress: Updateable<RecordMigrationsTable>,
): Promise<void> {
  await tx
    .updateTable("recordMigrations")
    .set(progress)
    .where("collectionId", "=", collectionId)
    .where("environment", "=", environment)
    .execute();
}
