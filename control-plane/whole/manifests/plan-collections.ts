import { PublicError } from "@ferrule/contract/errors.ts";
import type { Manifest, ManifestCollection } from "@ferrule/contract/resources/manifest.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { checkCompatibility } from "../../data/collections/check-compatibility.ts";
import { fillIndexes } from "../../data/collections/fill-indexes.ts";
import {
  changeCollection,
  insertCollection,
  insertCollectionVersion,
  listCollectionsNamed,
  listNewestSchemas,
  lockCollection,
  type CollectionRow,
} from "../../data/collections/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { collectionPart } from "./manifest-parts.ts";
import { authors, stepOf, type Step } from "./step.ts";

/** The collections with these names, as a manifest shows them, by name. */
export async function collectionParts(scope: ProjectScope, names: readonly string[]): Promise<ManifestCollection[]> {
  const schemas = new Map((await listNewestSchemas(scope)).map(({ name, schema }) => [name, schema]));
  const rows = await listCollectionsNamed(scope, names);
  return rows.map((row) => collectionPart(row, found(schemas.get(row.name))));
}

const nothingToCheck = { compatible: true, checked: 0, failing: 0, samples: [] };

async function create(scope: ProjectScope, { schema, ...given }: ManifestCollection): Promise<void> {
  const row = await insertCollection(scope, given);
  const version = { collectionId: row.id, version: 1, schema, mapping: null, compatibility: nothingToCheck };
  await insertCollectionVersion(scope, version);
}

/** @throws PublicError CONFLICT with the verdict, when records do not fit the manifest's schema */
async function addVersion(
  scope: ProjectScope,
  row: CollectionRow,
  schema: ManifestCollection["schema"],
): Promise<void> {
  const read = <T>(run: (scope: ProjectScope) => Promise<T>) => run(scope);
  const { compatibility } = await checkCompatibility(read, row, schema, undefined, new AbortController().signal);
  if (!compatibility.compatible) {
    const message = `${compatibility.failing} records of the collection "${row.name}" do not fit the manifest's schema.`;
    throw new PublicError("CONFLICT", message, { details: { compatibility } });
  }
  const version = row.newestVersion + 1;
  await insertCollectionVersion(scope, { collectionId: row.id, version, schema, mapping: null, compatibility });
  await changeCollection(scope, row.id, { newestVersion: version });
}

async function change(scope: ProjectScope, id: string, before: ManifestCollection, after: ManifestCollection) {
  const held = found(await lockCollection(scope, id));
  const { schema, name: _name, ...settings } = after;
  const row = await changeCollection(scope, id, settings);
  await fillIndexes(scope, held, row);
  if (canonicalJson(before.schema) !== canonicalJson(schema)) await addVersion(scope, row, schema);
}

/** The changes that a manifest would make to collections. The Project's other collections and all records stay. */
export async function planCollections(scope: ProjectScope, { collections }: Manifest): Promise<Step[]> {
  const names = collections.map(({ name }) => name);
  const rows = await listCollectionsNamed(scope, names);
  const parts = await collectionParts(scope, names);
  return collections.flatMap((after) => {
    const row = rows.find(({ name }) => name === after.name);
    const before = parts.find(({ name }) => name === after.name) ?? null;
    return stepOf({
      kind: "data-collection",
      name: after.name,
      roles: authors,
      before,
      after,
      apply: () => (row === undefined || before === null ? create(scope, after) : change(scope, row.id, before, after)),
    });
  });
}

/** Collections that the manifest's Functions declare, but that neither the manifest nor the Project has. */
export async function lackingCollections(scope: ProjectScope, { functions, collections }: Manifest): Promise<string[]> {
  const declared = new Set(functions.flatMap(({ permissions }) => permissions.collections.map(({ name }) => name)));
  for (const { name } of collections) declared.delete(name);
  for (const { name } of await listCollectionsNamed(scope, [...declared])) declared.delete(name);
  return [...declared].sort();
}
