import type { ProjectScope } from "../../ground/store/scope.ts";
import { dataType } from "@ferrule/contract/data-type.ts";
import { listNewestSchemas, listSchemasOf } from "./queries.ts";

export type TypedCollections = { name: string; type: string }[];

/** The Project's collections with the TypeScript type of a record's data, from their newest schema versions. */
export async function listTypedCollections(scope: ProjectScope): Promise<TypedCollections> {
  const rows = await listNewestSchemas(scope);
  return rows.map(({ name, schema }) => ({ name, type: dataType(schema) }));
}

/** The same, for the versions that a deployment froze. */
export async function typedAsFrozen(
  scope: { tx: ProjectScope["tx"]; projectId: string },
  frozen: readonly { id: string; name: string; version: number }[],
): Promise<TypedCollections> {
  const schemas = new Map((await listSchemasOf(scope, frozen)).map((one) => [one.collectionId, one.schema]));
  return frozen.map(({ id, name }) => ({ name, type: dataType(schemas.get(id) ?? {}) }));
}
