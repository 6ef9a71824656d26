import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

export interface DeployedInput {
  functionId: string;
  environment: Environment;
  inputSchema: JsonSchema | null;
}

/** The input schemas of these Functions in the active deployment. */
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
