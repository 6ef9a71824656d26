import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { TypedCollections } from "../collections/typed-collections.ts";
import { importedLibraries } from "./imported-libraries.ts";
import type { FunctionRow } from "./records.ts";

/**
 * A draft as a worker builds it, with a text of its own where one that is not saved is asked about. `collections`: those of the
 * Project, which matter to a text that uses some.
 */
export const buildFunctionOf = (
  row: FunctionRow,
  collections: TypedCollections,
  source: string = row.source,
): BuildFunction => ({
  id: row.id,
  slug: row.slug,
  revision: row.revision,
  source,
  inputSchema: row.inputSchema,
  outputSchema: row.outputSchema,
  permissions: row.permissions,
  libraries: source === row.source ? row.libraries : importedLibraries(source),
  ...(source.includes("collection") ? { collections } : {}),
});
