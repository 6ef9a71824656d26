import type { PermissionKind } from "@ferrule/contract/permissions/permission-kinds.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../ground/store/scope.ts";

/** The kinds of things that a Project keeps by name, and that Functions declare among their permissions. */
export type DeclaredKind = Extract<PermissionKind, "secrets" | "connections" | "collections">;

/** A Function that declares a thing of a kind by this name. */
export interface Declaration {
  functionName: string;
  name: string;
  /** The environment whose active deployment declares it; null for the draft, which counts for both environments. */
  environment: Environment | null;
}

/** Which Functions declare things of a kind with these names, both drafted and deployed. */
export async function declarationsOf(
  { tx, projectId }: ProjectScope,
  kind: DeclaredKind,
  names: readonly string[],
): Promise<Declaration[]> {
  if (names.length === 0) return [];
  // An item of secrets or connections is just a name. An item of collections is an object: the name, and how the
  // Function may use it.
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

/** The names of the deployed Functions that declare a thing in its environment, sorted. */
export const deployedUsersOf = (
  declarations: readonly Declaration[],
  thing: { name: string; environment: Environment },
): string[] =>
  declarations
    .filter(({ name, environment }) => name === thing.name && environment === thing.environment)
    .map(({ functionName }) => functionName)
    .sort();

/** The names of the Functions that declare a thing: deployed in its environment, or drafted. */
export const usersOf = (
  declarations: readonly Declaration[],
  thing: { name: string; environment: Environment },
): string[] =>
  declarations
    .filter(({ name, environment }) => name === thing.name && (environment ?? thing.environment) === thing.environment)
    .map(({ functionName }) => functionName);
