import { PublicError } from "@ferrule/contract/errors.ts";
import type { ManifestCollection } from "@ferrule/contract/resources/manifest.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { checkCompatibility } from "../../data/collections/check-compatibility.ts";
import { fillIndexes } from "../../data/collections/fill-indexes.ts";
import {
  changeCollection,
  insertCollection,
  insertCollectionVersion,
  lockCollection,
  removeCollection,
  type CollectionRow,
} from "../../data/collections/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { KnownIds } from "./known-ids.ts";
import { authors, stepOf, type Step } from "./step.ts";

/** A collection that the Project has. */
export interface HeldCollection {
  row: CollectionRow;
  part: ManifestCollection;
}

const nothingToCheck = { compatible: true, checked: 0, failing: 0, samples: [] };

async function create(scope: ProjectScope, { schema, ...given }: ManifestCollection): Promise<CollectionRow> {
  const row = await insertCollection(scope, given);
  const version = { collectionId: row.id, version: 1, schema, mapping: null, compatibility: nothingToCheck };
  await insertCollectionVersion(scope, version);
  return row;
}

/** @throws PublicError CONFLICT with the verdict, when records do not fit the new schema */
async function addVersion(
  scope: ProjectScope,
  row: CollectionRow,
  schema: ManifestCollection["schema"],
): Promise<void> {
  const read = <T>(run: (scope: ProjectScope) => Promise<T>) => run(scope);
  const { compatibility } = await checkCompatibility(read, row, schema, undefined, new AbortController().signal);
  if (!compatibility.compatible) {
    const message = `${compatibility.failing} records of the collection "${row.name}" do not fit the new schema.`;
    throw new PublicError("CONFLICT", message, { details: { compatibility } });
  }
  const version = row.newestVersion + 1;
  await insertCollectionVersion(scope, { collectionId: row.id, version, schema, mapping: null, compatibility });
  await changeCollection(scope, row.id, { newestVersion: version });
}

interface Change {
  held: HeldCollection;
  after: ManifestCollection;
  /** Writers of records need not wait for a rehearsal: it fills no index, and nothing relies on its verdict. */
  isRehearsal: boolean;
}

async function change(scope: ProjectScope, { held, after, isRehearsal }: Change): Promise<void> {
  const { id } = held.row;
  const before = isRehearsal ? held.row : found(await lockCollection(scope, id));
  const { schema, name: _name, ...settings } = after;
  const row = await changeCollection(scope, id, settings);
  if (!isRehearsal) await fillIndexes(scope, before, row);
  if (!sameJson(held.part.schema, schema)) await addVersion(scope, row, schema);
}

/** What is written so that the Project has these collections. Its other collections and all records stay. */
export function planCollections(
  scope: ProjectScope,
  given: readonly ManifestCollection[],
  { held, ids }: { held: readonly HeldCollection[]; ids: KnownIds },
): Step<"data-collection">[] {
  const byName = new Map(held.map((one) => [one.row.name, one]));
  return given.flatMap((after) => {
    const present = byName.get(after.name);
    return stepOf({
      row: present?.row,
      kind: "data-collection",
      name: after.name,
      roles: authors,
      before: present?.part ?? null,
      after,
      apply: async ({ isRehearsal }) => {
        if (present !== undefined) return change(scope, { held: present, after, isRehearsal });
        const { id } = await create(scope, after);
        return ids.collections.set(after.name, id);
      },
    });
  });
}

/** The caller has found that nothing uses them any more. */
export const removeCollections = (scope: ProjectScope, held: readonly HeldCollection[]): Step<"data-collection">[] =>
  held.flatMap(({ row, part }) =>
    stepOf({
      row,
      kind: "data-collection",
      name: row.name,
      roles: authors,
      before: part,
      after: null,
      apply: () => removeCollection(scope, row.id),
    }),
  );
