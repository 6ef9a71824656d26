import type { ProjectScope } from "../store/scope.ts";
import { dataType } from "./data-type.ts";
import { listNewestSchemas } from "./records.ts";

/** The Project's collections with the TypeScript type of a record's data, by the newest version of their schemas. */
export async function listTypedCollections(scope: ProjectScope): Promise<{ name: string; type: string }[]> {
  const rows = await listNewestSchemas(scope);
  return rows.map(({ name, schema }) => ({ name, type: dataType(schema) }));
}
