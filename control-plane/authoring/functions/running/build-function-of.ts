import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import { listTypedCollections, type TypedCollections } from "../../../data/collections/typed-collections.ts";
import { listTypedConnections, usesSql, type TypedConnections } from "../../../data/connections/typed-connections.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { importedLibraries } from "../../libraries/imported-libraries.ts";
import { readableConfig } from "@ferrule/contract/function-config/read-config.ts";
import type { FunctionRow } from "../queries/functions.ts";

export interface ProjectTyped {
  collections: TypedCollections;
  connections: TypedConnections;
}

/** What the Project adds to the types of its Functions. */
export const projectTyped = async (scope: ProjectScope): Promise<ProjectTyped> => ({
  collections: await listTypedCollections(scope),
  connections: await listTypedConnections(scope),
});

/**
 * A draft as a worker builds it, or with an unsaved text in its place. The Project's collections and connections are
 * included when the text uses some.
 */
export const buildFunctionOf = (
  row: FunctionRow,
  { collections, connections }: ProjectTyped,
  source: string = row.source,
): BuildFunction => {
  const { permissions = row.permissions, run = row.run } = readableConfig(source);
  return {
    id: row.id,
    slug: row.slug,
    revision: row.revision,
    source,
    inputSchema: row.inputSchema,
    outputSchema: row.outputSchema,
    permissions,
    ...(run === "durable" ? { run } : {}),
    libraries: source === row.source ? row.libraries : importedLibraries(source),
    ...(source.includes("collection") ? { collections } : {}),
    ...(usesSql(source) ? { connections } : {}),
  };
};
