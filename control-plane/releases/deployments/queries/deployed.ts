import type { ArtifactFunction, JsonSchema } from "@ferrule/contract/internal/artifact.ts";
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

/** A Function as the active deployment of an environment has it. */
export interface DeployedFunction {
  deploymentId: string;
  held: ArtifactFunction;
}

/** What is deployed of a Function in an environment; undefined if nothing is. */
export async function findDeployedFunction(
  { tx, projectId }: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<DeployedFunction | undefined> {
  const { rows } = await sql<DeployedFunction>`
    select t.deployment_id, f as held
    from project_targets t, ferrule_artifact_items(t.digest, 'functions', ${functionId}) as f
    where t.project_id = ${projectId} and t.environment = ${environment}`.execute(tx);
  return rows[0];
}
