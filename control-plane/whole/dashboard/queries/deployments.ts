import { sql } from "kysely";
import type { DeploymentKind, Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

export interface ActiveRow {
  environment: Environment;
  deploymentId: string;
  number: number;
  kind: DeploymentKind;
  digest: string;
  pinned: boolean;
  since: Date;
}

/** The active deployment of each environment. */
export async function listActive({ tx, projectId }: ProjectScope): Promise<ActiveRow[]> {
  const { rows } = await sql<ActiveRow>`
    select target.environment, target.deployment_id, deployment.number, deployment.kind, target.digest, target.pinned,
      target.updated_at as since
    from project_targets target join deployments deployment on deployment.id = target.deployment_id
    where target.project_id = ${projectId} order by target.environment`.execute(tx);
  return rows;
}
