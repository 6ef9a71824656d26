import type { ProjectScope } from "../../../ground/store/scope.ts";
import { sql } from "kysely";

/**
 * A text that changes whenever the Project's drafts or the active artifact of Development change. It comes only from
 * identifiers and revisions, so it reads no source.
 */
export async function stateOf({
  tx,
  projectId,
}: ProjectScope): Promise<{ state: string; servedDeploymentId: string | null }> {
  const { rows } = await sql<{ state: string; servedDeploymentId: string | null }>`
    select served.deployment_id as "servedDeploymentId", concat_ws(' ', served.deployment_id,
      (select md5(string_agg(concat_ws(' ', id, revision, derived is null), ',' order by id))
        from functions where project_id = ${projectId}),
      (select md5(string_agg(concat_ws(' ', id, revision, endpoint_id), ',' order by id))
        from mcp_bindings where project_id = ${projectId}),
      (select md5(string_agg(concat_ws(' ', id, revision, endpoint_id), ',' order by id))
        from http_bindings where project_id = ${projectId}),
      (select md5(string_agg(concat_ws(' ', id, revision), ',' order by id))
        from runtime_endpoints where project_id = ${projectId}),
      (select md5(string_agg(distinct function_id, ',' order by function_id))
        from cron_bindings where project_id = ${projectId}),
      (select md5(string_agg(concat_ws(' ', id, newest_version, name), ',' order by id))
        from data_collections where project_id = ${projectId}),
      (select md5(string_agg(concat_ws(' ', id, revision), ',' order by id))
        from libraries where project_id = ${projectId})) as state
    from (select 1) as one
    left join project_targets served on served.project_id = ${projectId} and served.environment = 'development'
  `.execute(tx);
  return rows[0]!;
}
