import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { RunsUnderWay } from "../../../ground/ports/dependents.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { startedByCall } from "../../../ground/store/rows/started-by-call.ts";

/**
 * The runs of an environment that have not ended, counted by Function, deployment, and what they do at a release. There
 * are few groups: a run that stays holds on to its deployment for at most 30 days.
 */
export async function listRunsUnderWay(
  { tx, projectId }: ProjectScope,
  environment: Environment,
): Promise<RunsUnderWay[]> {
  const { rows } = await sql<RunsUnderWay>`
    select counted.function_id, coalesce(f.slug, counted.function_id) as slug, counted.on_release,
      d.number as deployment_number, counted.count
    from (
      select function_id, on_release, deployment_id, count(*)::integer as count
      from runs where project_id = ${projectId} and environment = ${environment} and finished_at is null
        and ${startedByCall()}
      group by function_id, on_release, deployment_id
    ) counted
    left join functions f on f.project_id = ${projectId} and f.id = counted.function_id
    left join deployments d on d.project_id = ${projectId} and d.id = counted.deployment_id
    order by slug, deployment_number nulls last, on_release`.execute(tx);
  return rows;
}
