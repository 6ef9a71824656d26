import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../store/scope.ts";

export interface DeployedInput {
  functionId: string;
  environment: Environment;
  inputSchema: JsonSchema | null;
}

/** The input schemas of these Functions where they are deployed. */
export async function readDeployedInputs(
  { tx, projectId }: ProjectScope,
  functionIds: readonly string[],
): Promise<DeployedInput[]> {
  const { rows } = await sql<DeployedInput>`
    select f ->> 'id' as function_id, t.environment, f -> 'inputSchema' as input_schema
    from project_targets t, ferrule_artifact_items(t.digest, 'functions') as f
    where t.project_id = ${projectId} and f ->> 'id' = any(${functionIds}::text[])`.execute(tx);
  return rows;
}

/** The names of the Functions that declare a collection in what an environment serves, sorted. */
export async function listDeclaringCollection(
  { tx, projectId }: ProjectScope,
  environment: Environment,
  name: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct f ->> 'name' as name
    from project_targets t, ferrule_artifact_items(t.digest, 'functions') as f,
      jsonb_array_elements(f -> 'permissions' -> 'collections') as declared
    where t.project_id = ${projectId} and t.environment = ${environment} and declared ->> 'name' = ${name}
    order by name`.execute(tx);
  return rows.map((row) => row.name);
}

/** Which served Functions declare secrets with these names. */
export async function servedDeclaring(
  { tx, projectId }: ProjectScope,
  secretNames: readonly string[],
): Promise<{ functionName: string; secretName: string; environment: Environment }[]> {
  const { rows } = await sql<{ functionName: string; secretName: string; environment: Environment }>`
    select distinct f ->> 'name' as function_name, declared.name as secret_name, t.environment
    from project_targets t, ferrule_artifact_items(t.digest, 'functions') as f,
      jsonb_array_elements_text(f -> 'permissions' -> 'secrets') as declared (name)
    where t.project_id = ${projectId} and declared.name = any(${secretNames}::text[])`.execute(tx);
  return rows;
}
