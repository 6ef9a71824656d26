import type { ColumnType, Generated } from "kysely";
import type { Mapping, Compatibility, CollectionAccess } from "@ferrule/contract/resources/data-collection.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

export interface DataCollectionsTable extends Revised {
  id: string;
  projectId: string;
  name: string;
  description: string;
  newestVersion: Generated<number>;
  uniqueKeys: Json<string[][]>;
  indexes: Json<string[]>;
  ttlSeconds: number | null;
}

export interface DataCollectionVersionsTable {
  collectionId: string;
  version: number;
  projectId: string;
  schema: Json<Record<string, unknown>>;
  mapping: Json<Mapping | null>;
  compatibility: Json<Compatibility>;
  createdAt: ColumnType<Date, never, never>;
}

export interface DataCollectionGrantsTable extends Revised {
  id: string;
  projectId: string;
  collectionId: string;
  functionId: string | null;
  endpointId: string | null;
  environment: Environment;
  access: CollectionAccess;
}

export interface RecordMigrationsTable {
  collectionId: string;
  environment: Environment;
  projectId: string;
  version: number;
  afterTenant: Generated<string>;
  afterId: Generated<string>;
  migrated: Generated<number>;
  failed: Generated<number>;
  finishedAt: Date | null;
}

export interface CollectionTables {
  dataCollections: DataCollectionsTable;
  dataCollectionVersions: DataCollectionVersionsTable;
  dataCollectionGrants: DataCollectionGrantsTable;
  recordMigrations: RecordMigrationsTable;
}
