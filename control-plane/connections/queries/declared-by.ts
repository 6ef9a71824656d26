import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../store/scope.ts";

/** A Function that names a connection among its permissions. */
export interface Declaration {
  functionName: string;
  connectionName: string;
  /** The environment whose active deployment declares it; null when the draft does, which counts for both. */
  environment: Environment | null;
}

/** Which Functions declare connections with these names, both drafted and deployed. */
export async function declarationsOf(
  { tx, projectId }: ProjectScope,
  names: readonly string[],
): Promise<Declaration[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<Declaration>`
    select f.name as function_name, declared.name as connection_name, null as environment
    from functions f, jsonb_array_elements_text(f.permissions -> 'connections') as declared (name)
    where f.project_id = ${projectId} and declared.name = any(${names}::text[])
    union
    select f ->> 'name', declared.name, t.environment
    from project_targets t, ferrule_artifact_items(t.digest, 'functions') as f,
      jsonb_array_elements_text(f -> 'permissions' -> 'connections') as declared (name)
    where t.project_id = ${projectId} and declared.name = any(${names}::text[])
  `.execute(tx);
  return rows;
}
