import type { Environment, HttpMethod } from "@ferrule/contract/states.ts";
import { targetName } from "../../../ground/store/rows/called-name.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** More of one kind than anybody reads here; the lists show the rest. */
const mostBindings = 100;

export interface ServedRow {
  environment: Environment;
  revision: number;
  deploymentId: string;
  number: number;
  since: Date;
}

/** The revision of a Function that each environment serves, with the deployment that activated it. */
export async function listServing({ tx, projectId }: ProjectScope, functionId: string): Promise<ServedRow[]> {
  const { rows } = await sql<ServedRow>`
    select target.environment, held.revision, target.deployment_id, deployment.number, target.updated_at as since
    from project_targets target
      join deployment_functions held on held.deployment_id = target.deployment_id
      join deployments deployment on deployment.id = target.deployment_id
    where target.project_id = ${projectId} and held.function_id = ${functionId}
    order by target.environment desc`.execute(tx);
  return rows;
}

interface BoundRow {
  bindingId: string;
  endpointId: string;
  endpointName: string;
  enabled: boolean;
}

/** The tools, resources and prompts with which endpoints offer a Function. */
export const listToolsOfFunction = (
  { tx, projectId }: ProjectScope,
  functionId: string,
): Promise<(BoundRow & { toolName: string })[]> =>
  tx
    .selectFrom("mcpBindings as bound")
    .innerJoin("runtimeEndpoints as endpoint", "endpoint.id", "bound.endpointId")
    .select(["bound.id as bindingId", "bound.endpointId", "endpoint.name as endpointName", "bound.enabled"])
    .select(targetName("bound").as("toolName"))
    .where("bound.projectId", "=", projectId)
    .where("bound.functionId", "=", functionId)
    .orderBy("endpoint.name")
    .orderBy("bound.toolName")
    .limit(mostBindings)
    .execute();

/** The routes with which endpoints offer a Function. */
export const listRoutesOfFunction = (
  { tx, projectId }: ProjectScope,
  functionId: string,
): Promise<(BoundRow & { method: HttpMethod; path: string })[]> =>
  tx
    .selectFrom("httpBindings as bound")
    .innerJoin("runtimeEndpoints as endpoint", "endpoint.id", "bound.endpointId")
    .select(["bound.id as bindingId", "bound.endpointId", "endpoint.name as endpointName", "bound.enabled"])
    .select(["bound.method", "bound.path"])
    .where("bound.projectId", "=", projectId)
    .where("bound.functionId", "=", functionId)
    .orderBy("endpoint.name")
    .orderBy("bound.path")
    .limit(mostBindings)
    .execute();

/** The crons that run a Function, in all environments. */
export const listCronsOfFunction = ({ tx, projectId }: ProjectScope, functionId: string) =>
  tx
    .selectFrom("cronBindings")
    .select(["id as cronBindingId", "name", "environment", "schedule", "timezone", "enabled", "nextRunAt"])
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .orderBy("name")
    .limit(mostBindings)
    .execute();
