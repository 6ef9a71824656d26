import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import { importedLibraries } from "./imported-libraries.ts";
import type { FunctionRow } from "./records.ts";

/** A draft as a worker builds it, with a text of its own where one that is not saved is asked about. */
export const buildFunctionOf = (row: FunctionRow, source: string = row.source): BuildFunction => ({
  id: row.id,
  slug: row.slug,
  revision: row.revision,
  source,
  inputSchema: row.inputSchema,
  outputSchema: row.outputSchema,
  permissions: row.permissions,
  libraries: source === row.source ? row.libraries : importedLibraries(source),
});
