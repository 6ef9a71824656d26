import type { Environment } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";
import { compiledOnce } from "../../../ground/store/rows/compiled-once.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The revision of a Function that each environment serves now; null: none. */
export type Served = Record<Environment, number | null>;

/** The revision that an environment serves of each row of the statement's table `functions`. */
export const servedRevision = (projectId: string, environment: Environment): RawBuilder<number | null> => sql`(
  select revision from deployment_functions held
  where held.function_id = functions.id and held.deployment_id = (
    select deployment_id from project_targets where project_id = ${projectId} and environment = ${environment}))`;

const servedOf = compiledOnce((tables, projectId: string, functionId: string) =>
  tables
    .selectFrom("projectTargets as target")
    .innerJoin("deploymentFunctions as held", "held.deploymentId", "target.deploymentId")
    .select(["target.environment", "held.revision"])
    .where("target.projectId", "=", projectId)
    .where("held.functionId", "=", functionId),
);

/** Which revision of one Function each environment serves now. */
export async function findServed(scope: ProjectScope, functionId: string): Promise<Served> {
  const served: Served = { development: null, production: null };
  for (const { environment, revision } of await servedOf(scope, scope.projectId, functionId))
    served[environment] = revision;
  return served;
}
