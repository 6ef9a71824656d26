import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { newDataCollection } from "@ferrule/contract/resources/data-collection.ts";
import type { Installation } from "@ferrule/contract/resources/template.ts";
import {
  insertCollection,
  insertCollectionVersion,
  listCollectionsNamed,
  putGrant,
  type CollectionRow,
} from "../../data/collections/queries.ts";
import { violates } from "../../ground/store/constraint.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { TemplateCollection } from "./template.ts";

const nothingToCheck = { compatible: true, checked: 0, failing: 0, samples: [] };

async function create(scope: ProjectScope, collection: TemplateCollection): Promise<CollectionRow> {
  const { schema, ...given } = newDataCollection.parse(collection);
  const row = await insertCollection(scope, given).catch((error: unknown) => {
    if (!violates(error, "data_collections_name_taken")) throw error;
    throw new PublicError("CONFLICT", "Somebody has taken the same name just now. Install it again.", { cause: error });
  });
  const compatibility = nothingToCheck;
  await insertCollectionVersion(scope, { collectionId: row.id, version: 1, schema, mapping: null, compatibility });
  return row;
}

/**
 * The data collections of a template. It takes the Project's existing ones with these names unchanged, and creates the
 * others.
 * @throws PublicError CONFLICT
 */
export async function createCollections(
  scope: ProjectScope,
  wanted: readonly TemplateCollection[],
): Promise<{ collections: CollectionRow[]; created: Installation["created"] }> {
  const names = wanted.map(({ name }) => name);
  const collections = await listCollectionsNamed(scope, names);
  const created: Installation["created"] = [];
  for (const collection of wanted) {
    if (collections.some(({ name }) => name === collection.name)) continue;
    const row = await create(scope, collection);
    collections.push(row);
    created.push({ kind: "data-collection", id: row.id, name: row.name });
  }
  return { collections, created };
}

/** Gives a Function its declared access to these collections, in Development. */
export async function grantCollections(
  scope: ProjectScope,
  collections: readonly CollectionRow[],
  functionId: string,
  permissions: Permissions,
): Promise<void> {
  for (const { name, access } of permissions.collections) {
    const collectionId = collections.find((collection) => collection.name === name)?.id;
    if (collectionId === undefined) continue;
    await putGrant(scope, { collectionId, functionId, endpointId: null, environment: "development", access });
  }
}
