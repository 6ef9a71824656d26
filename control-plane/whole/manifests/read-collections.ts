import { listCollectionsNamed, listNewestSchemas } from "../../data/collections/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { collectionPart } from "../planning/parts.ts";
import type { HeldCollection } from "../planning/plan-collections.ts";

/** The collections with these names, by name. */
export async function readCollections(scope: ProjectScope, names: readonly string[]): Promise<HeldCollection[]> {
  const schemas = new Map((await listNewestSchemas(scope)).map(({ name, schema }) => [name, schema]));
  const rows = await listCollectionsNamed(scope, names);
  return rows.map((row) => ({ row, part: collectionPart(row, found(schemas.get(row.name))) }));
}
