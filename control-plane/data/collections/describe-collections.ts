import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { dataCollection, type DataCollection } from "@ferrule/contract/resources/data-collection.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import {
  listGrants,
  listMigrations,
  listVersions,
  productionVersions,
  type CollectionRow,
  type GrantRow,
  type MigrationRow,
  type VersionRow,
} from "./queries.ts";

export const describeVersion = (row: VersionRow): DataCollection["versions"][number] => ({
  version: row.version,
  schema: row.schema,
  mapping: row.mapping,
  compatibility: row.compatibility,
  createdAt: row.createdAt.toISOString(),
});

export const describeGrant = (row: GrantRow): DataCollection["grants"][number] => ({
  id: row.id,
  projectId: row.projectId,
  subject:
    row.functionId === null
      ? { kind: "endpoint", id: found(row.endpointId ?? undefined) }
      : { kind: "function", id: row.functionId },
  access: row.access,
  environment: row.environment,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});

function describeMigration(row: MigrationRow | undefined): DataCollection["migrations"]["development"] {
  if (row === undefined) return null;
  const { version, migrated, failed, finishedAt } = row;
  return { version, status: finishedAt === null ? "running" : "finished", migrated, failed };
}

/** Collections as the API shows them, in the order given. */
export async function describeCollections(
  scope: ProjectScope,
  rows: readonly CollectionRow[],
): Promise<DataCollection[]> {
  const ids = rows.map(({ id }) => id);
  const versions = Map.groupBy(await listVersions(scope, ids), ({ collectionId }) => collectionId);
  const grants = Map.groupBy(await listGrants(scope, ids), ({ collectionId }) => collectionId);
  const migrations = await listMigrations(scope, ids);
  const production = await productionVersions(scope, scope.projectId);
  return rows.map((row) => {
    const migrationIn = (environment: Environment) =>
      describeMigration(migrations.find((one) => one.collectionId === row.id && one.environment === environment));
    return resourceFrom(dataCollection, row, {
      activeVersions: { development: row.newestVersion, production: production[row.id] ?? null },
      versions: (versions.get(row.id) ?? []).map(describeVersion),
      grants: (grants.get(row.id) ?? []).map(describeGrant),
      migrations: { development: migrationIn("development"), production: migrationIn("production") },
    });
  });
}

export const describeCollection = async (scope: ProjectScope, row: CollectionRow): Promise<DataCollection> =>
  found((await describeCollections(scope, [row]))[0]);
