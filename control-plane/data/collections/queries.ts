import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { revise, rowsOf, rowsWithin } from "../../ground/store/rows/rows-of.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type Selectable } from "kysely";
import { json } from "../../ground/store/json.ts";
import type { AnyScope, ProjectScope } from "../../ground/store/scope.ts";
import type {
  DataCollectionsTable,
  DataCollectionVersionsTable,
  DataCollectionGrantsTable,
  RecordMigrationsTable,
} from "../../ground/store/tables/collections.ts";

const grants = rowsWithin("dataCollectionGrants", "collectionId");
export const { lock: lockGrant, remove: removeGrant, all: allGrants } = grants;
/** Removing a collection also removes its versions, grants and records. */
const collections = rowsOf("dataCollections");
export const { find: findCollection, remove: removeCollection, all: allCollections } = collections;

export type CollectionRow = Selectable<DataCollectionsTable>;
export type VersionRow = Selectable<DataCollectionVersionsTable>;
export type GrantRow = Selectable<DataCollectionGrantsTable>;
export type MigrationRow = Selectable<RecordMigrationsTable>;

/** Stored as text, which keeps the order of a schema's properties. */
const ordered = <T>(value: T) => sql<T>`${JSON.stringify(value)}::text::json`;

/** Fails with `data_collections_name_taken`. */
export const insertCollection = (
  scope: ProjectScope,
  given: Pick<CollectionRow, "name" | "description" | "uniqueKeys" | "indexes" | "ttlSeconds">,
): Promise<CollectionRow> => collections.insert(scope, { ...given, id: identifier("col") });

export async function insertCollectionVersion(
  { tx, projectId }: ProjectScope,
  { schema, mapping, compatibility, ...given }: Omit<VersionRow, "projectId" | "createdAt">,
): Promise<VersionRow> {
  return tx
    .insertInto("dataCollectionVersions")
    .values({
      ...given,
      projectId,
      schema: ordered(schema),
      mapping: mapping === null ? null : ordered(mapping),
      compatibility: json(compatibility),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks a collection exclusively until the transaction ends, so that nobody writes its records. */
export async function lockCollection(scope: ProjectScope, id: string): Promise<CollectionRow | undefined> {
  await sql`select ferrule_lock_records(${id}, true)`.execute(scope.tx);
  return findCollection(scope, id);
}

/** The Project's collections with these names, by name. */
export const listCollectionsNamed = (scope: ProjectScope, names: readonly string[]): Promise<CollectionRow[]> =>
  collections.list(scope, { name: names }, { by: "name" });

/** Up to `limit + 1` collections. */
export const listCollectionRows = collections.pages({
  words: sql`concat_ws(' ', name, description)`,
  sorts: { name: { by: sql`name`, kind: "text" }, updatedAt: { by: sql`updated_at`, kind: "time" } },
});

/** Every version of these collections, newest first. */
export const listVersions = ({ tx, projectId }: ProjectScope, ids: readonly string[]): Promise<VersionRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("dataCollectionVersions")
        .selectAll()
        .where("projectId", "=", projectId)
        .where("collectionId", "in", ids)
        .orderBy("version", "desc")
        .execute();

/** This version and the earlier ones that have a mapping, oldest first. */
export const listVersionsUpTo = (
  { tx }: AnyScope,
  projectId: string,
  collectionId: string,
  version: number,
): Promise<Pick<VersionRow, "version" | "schema" | "mapping">[]> =>
  tx
    .selectFrom("dataCollectionVersions")
    .select(["version", "schema", "mapping"])
    .where("projectId", "=", projectId)
    .where("collectionId", "=", collectionId)
    .where((eb) => eb.or([eb("version", "=", version), eb("mapping", "is not", null)]))
    .where("version", "<=", version)
    .orderBy("version")
    .execute();

/** The collection versions with which the active production deployment was built; empty before there is one. */
export async function productionVersions({ tx }: AnyScope, projectId: string): Promise<Record<string, number>> {
  const row = await tx
    .selectFrom("projectTargets")
    .innerJoin("artifacts", "artifacts.digest", "projectTargets.digest")
    .select("artifacts.collectionVersions")
    .where("projectTargets.projectId", "=", projectId)
    .where("environment", "=", "production")
    .executeTakeFirst();
  return row?.collectionVersions ?? {};
}

export const changeCollection = (
  scope: ProjectScope,
  id: string,
  changes: Partial<Pick<CollectionRow, "description" | "newestVersion" | "uniqueKeys" | "indexes" | "ttlSeconds">>,
): Promise<CollectionRow> => revise(scope, "dataCollections", id, changes);

export const listGrants = (scope: ProjectScope, collectionIds: readonly string[]): Promise<GrantRow[]> =>
  grants.list(scope, { collectionId: collectionIds });

/** The grants of an endpoint and of these Functions, with the names of the collections. */
export const listGrantsOf = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  functionIds: readonly string[],
  { lock = false } = {},
): Promise<(GrantRow & { collection: string })[]> =>
  tx
    .selectFrom("dataCollectionGrants as held")
    .innerJoin("dataCollections", "dataCollections.id", "held.collectionId")
    .selectAll("held")
    .select("dataCollections.name as collection")
    .where("held.projectId", "=", projectId)
    .where((eb) =>
      eb.or([
        eb("held.endpointId", "=", endpointId),
        ...(functionIds.length === 0 ? [] : [eb("held.functionId", "in", functionIds)]),
      ]),
    )
    .$if(lock, (query) => query.forUpdate("held"))
    .execute();

/** Adds a grant, or changes the subject's existing one in that environment. */
export const putGrant = (
  { tx, projectId }: ProjectScope,
  given: Pick<GrantRow, "collectionId" | "functionId" | "endpointId" | "environment" | "access">,
): Promise<GrantRow> =>
  tx
    .insertInto("dataCollectionGrants")
    .values({ ...given, id: identifier("grt"), projectId })
    .onConflict((conflict) =>
      conflict.constraint("data_collection_grants_once").doUpdateSet((row) => ({
        access: given.access,
        updatedAt: sharedDate(),
        revision: row.eb(row.ref("dataCollectionGrants.revision"), "+", 1),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Every collection's newest schema, by name. */
export const listNewestSchemas = ({
  tx,
  projectId,
}: ProjectScope): Promise<{ name: string; schema: Record<string, unknown> }[]> =>
  tx
    .selectFrom("dataCollections")
    .innerJoin("dataCollectionVersions", (join) =>
      join
        .onRef("dataCollectionVersions.collectionId", "=", "dataCollections.id")
        .onRef("dataCollectionVersions.version", "=", "dataCollections.newestVersion"),
    )
    .select(["dataCollections.name", "dataCollectionVersions.schema"])
    .where("dataCollections.projectId", "=", projectId)
    .orderBy("dataCollections.name")
    .execute();

/** The record migrations of these collections. */
export const listMigrations = ({ tx, projectId }: ProjectScope, ids: readonly string[]): Promise<MigrationRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("recordMigrations")
        .selectAll()
        .where("projectId", "=", projectId)
        .where("collectionId", "in", ids)
        .execute();

/** The schemas of these collection versions of one Project. */
export const listSchemasOf = (
  { tx, projectId }: { tx: ProjectScope["tx"]; projectId: string },
  versions: readonly { id: string; version: number }[],
): Promise<{ collectionId: string; schema: Record<string, unknown> }[]> =>
  versions.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("dataCollectionVersions")
        .select(["collectionId", "schema"])
        .where("projectId", "=", projectId)
        .where((eb) => eb.or(versions.map(({ id, version }) => eb.and({ collectionId: id, version }))))
        .execute();
