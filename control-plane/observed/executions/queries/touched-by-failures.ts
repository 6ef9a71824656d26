import { sql } from "kysely";
import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { findKeys } from "./find-keys.ts";

export interface Touched {
  /** From how many failures the numbers come. */
  looked: number;
  /** All anonymous callers count as one. */
  callers: number;
  tenants: number;
}

/**
 * How many callers and tenants the newest `most` failures of the Project touch, by the id of the Function or endpoint
 * that failed. It finds them by the entries of batches, and looks each one up by its key, so the cost does not depend on
 * how many executions there are.
 */
export async function touchedByFailures(
  scope: ProjectScope,
  { environment, from }: { environment: Environment; from: Date },
  most: number,
): Promise<Map<string, Touched>> {
  const asked = { environment, from: from.toISOString(), withoutTests: "true", status: "failed_or_timed_out" } as const;
  const keys = await findKeys(scope, asked, most, null);
  if (keys.length === 0) return new Map();
  const [ids, times] = [keys.map(({ id }) => id), keys.map(({ startedAt }) => startedAt.toISOString())];
  const { rows } = await sql<Touched & { id: string }>`
    select coalesce(its.function_id, its.endpoint_id) as id, count(*)::integer as looked,
      count(distinct its.tenant_id)::integer as tenants,
      count(distinct coalesce(ferrule_caller_key(its.caller), its.caller ->> 'kind'))::integer as callers
    from unnest(${ids}::text[], ${times}::timestamptz[]) as asked (id, at) cross join lateral (
      select one.function_id, one.endpoint_id, one.tenant_id, one.caller from executions one
      where one.id = asked.id and one.started_at = asked.at and one.project_id = ${scope.projectId} limit 1
    ) its
    group by grouping sets ((its.function_id), (its.endpoint_id))
    having coalesce(its.function_id, its.endpoint_id) is not null`.execute(scope.tx);
  return new Map(rows.map(({ id, ...touched }) => [id, touched]));
}
