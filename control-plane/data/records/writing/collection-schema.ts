import type { Mapping } from "@ferrule/contract/resources/data-collection.ts";
import { prepareFindIssues, type FindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import { LRUCache } from "lru-cache";
import { applyMapping } from "../../collections/apply-mapping.ts";
import { listVersionsUpTo } from "../../collections/queries.ts";
import { found } from "../../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

type Data = Record<string, unknown>;

/** One version of a collection's schema, ready for use. */
export interface CollectionSchema {
  version: number;
  findIssues: FindIssues;
  /** Applies the later mappings to data of an older version. */
  upgrade: (data: Data, from: number) => Data;
  /** Whether any mapping leads from that version to this one. */
  isMapped: (from: number) => boolean;
}

/**
 * The limit for one record. We interpret schemas and never compile them to code, because this process holds the keys.
 */
const mostCheckMs = 50;

export const prepareRecordSchema = (schema: Record<string, unknown>): FindIssues =>
  prepareFindIssues(schema, mostCheckMs);

/** A schema in use takes some 20 KB. A version never changes, so entries cannot go stale. */
const prepared = new LRUCache<string, CollectionSchema>({ max: 500 });

function schemaWith(
  version: number,
  findIssues: FindIssues,
  mappings: readonly { version: number; mapping: Mapping }[],
): CollectionSchema {
  const since = (from: number) => mappings.filter((one) => one.version > from);
  return {
    version,
    findIssues,
    isMapped: (from) => since(from).length > 0,
    upgrade: (data, from) => since(from).reduce((made, { mapping }) => applyMapping(made, mapping), data),
  };
}

/** The schema of a version, if this process has used it recently. */
export const preparedSchema = (collectionId: string, version: number): CollectionSchema | undefined =>
  prepared.get(`${collectionId} ${version}`);

/** The schema of an existing version. */
export async function readSchema(
  scope: ProjectScope,
  collectionId: string,
  version: number,
): Promise<CollectionSchema> {
  const known = preparedSchema(collectionId, version);
  if (known !== undefined) return known;
  const rows = await listVersionsUpTo(scope, scope.projectId, collectionId, version);
  const { schema } = found(rows.find((row) => row.version === version));
  const mappings = rows.flatMap(({ version: at, mapping }) => (mapping === null ? [] : [{ version: at, mapping }]));
  const made = schemaWith(version, prepareRecordSchema(schema), mappings);
  prepared.set(`${collectionId} ${version}`, made);
  return made;
}
