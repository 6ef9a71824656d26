import type { ProjectScope } from "../../ground/store/scope.ts";
import { listNamedTables } from "./queries/schemas.ts";
import { tablesType } from "./tables-type.ts";

export type TypedConnections = { name: string; type: string }[];

/** The Project's connections with the TypeScript type of their tables' rows, where their schemas were read. */
export async function listTypedConnections(scope: Pick<ProjectScope, "tx" | "projectId">): Promise<TypedConnections> {
  const rows = await listNamedTables(scope);
  return rows.map(({ name, tables }) => ({ name, type: tablesType(tables) }));
}

/** Whether a source text may use the types of tables. */
export const usesSql = (source: string): boolean => /\bsql\b|\bTables\b|ProjectConnections/.test(source);
