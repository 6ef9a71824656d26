import { sql } from "kysely";
import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../store/scope.ts";

export interface GroupRow {
  id: string;
  functionId: string | null;
  functionName: string;
  code: string;
  frame: string | null;
  message: string;
  count: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  sampleIds: string[];
}

export interface GroupFilters {
  environment?: Environment | undefined;
  functionId?: string | undefined;
  from: Date;
  to?: string | undefined;
}

/** Up to `limit + 1` groups, those seen last first, after the one with this key. */
export async function listGroupRows(
  { tx, projectId }: ProjectScope,
  { environment, functionId, from, to }: GroupFilters,
  limit: number,
  after: { lastSeenAt: Date; id: string } | null,
): Promise<GroupRow[]> {
  const where = [
    sql`project_id = ${projectId} and status in ('failed', 'timed_out') and started_at >= ${from}`,
    ...(environment === undefined ? [] : [sql`environment = ${environment}`]),
    ...(functionId === undefined ? [] : [sql`function_id = ${functionId}`]),
    ...(to === undefined ? [] : [sql`started_at < ${new Date(to)}`]),
  ];
  const next = after ? sql`where (last_seen_at, id) < (${after.lastSeenAt}, ${after.id})` : sql``;
  const { rows } = await sql<GroupRow>`
    with failures as (
      select id, function_id, function_name, started_at, error ->> 'message' as message,
        coalesce(error ->> 'code', '') as code, substring(error ->> 'stack' from '(?n)^\\s*at ([^\\n]+)') as frame
      from executions where ${sql.join(where, sql` and `)}
    ), groups as (
      select md5(jsonb_build_array(function_id, code, frame)::text) as id, function_id, code, frame,
        (array_agg(function_name order by started_at desc))[1] as function_name,
        coalesce((array_agg(message order by started_at desc))[1], '') as message,
        count(*) as count, min(started_at) as first_seen_at, max(started_at) as last_seen_at,
        (array_agg(id order by started_at desc))[1:5] as sample_ids
      from failures group by function_id, code, frame
    )
    select * from groups ${next} order by last_seen_at desc, id desc limit ${limit + 1}
  `.execute(tx);
  return rows;
}
