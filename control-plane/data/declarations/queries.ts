import type { PermissionKind } from "@ferrule/contract/permissions/permission-kinds.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../ground/store/scope.ts";

/** What a Project keeps by name for its Functions, which declare it among their permissions. */
export type DeclaredKind = Extract<PermissionKind, "secrets" | "connections" | "collections">;

/** A Function that declares a thing of a kind by this name. */
export interface Declaration {
  functionName: string;
  name: string;
  /** The environment whose active deployment declares it; null when the draft does, which counts for both. */
  environment: Environment | null;
}

/** Which Functions declare things of a kind with these names, both drafted and deployed. */
export async function declarationsOf(
  { tx, projectId }: ProjectScope,
  kind: DeclaredKind,
  names: readonly string[],
): Promise<Declaration[]> {
  if (names.length === 0) return [];
  // Secrets and connections are named; a collection is named beside how it may be used.
  const name = sql`coalesce(declared.item ->> 'name', declared.item #>> '{}')`;
  const { rows } = await sql<Declaration>`
    select f.name as function_name, ${name} as name, null as environment
    from functions f, jsonb_array_elements(f.permissions -> ${kind}::text) as declared (item)
    where f.project_id = ${projectId} and ${name} = any(${names}::text[])
    union
    select f ->> 'name', ${name}, t.environment
    from project_targets t, ferrule_artifact_items(t.digest, 'functions') as f,
      jsonb_array_elements(f -> 'permissions' -> ${kind}::text) as declared (item)
    where t.project_id = ${projectId} and ${name} = any(${names}::text[])
  `.execute(tx);
  return rows;
}

/** The names of the deployed Functions that declare a thing where it is, sorted. */
export const deployedUsersOf = (
  declarations: readonly Declaration[],
  thing: { name: string; environment: Environment },
): string[] =>
  declarations
    .filter(({ name, environment }) => name === thing.name && environment === thing.environment)
    .map(({ functionName }) => functionName)
    .sort();

/** The names of the Functions that declare a thing, deployed where it is or drafted. */
export const usersOf = (
  declarations: readonly Declaration[],
  thing: { name: string; environment: Environment },
): string[] =>
  declarations
    .filter(({ name, environment }) => name === thing.name && (environment ?? thing.environment) === thing.environment)
    .map(({ functionName }) => functionName);
