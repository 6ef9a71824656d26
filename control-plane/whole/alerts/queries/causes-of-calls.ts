import { usualBounds } from "@ferrule/contract/resources/alert.ts";
import { stepOf } from "@ferrule/kit/metrics/duration-scale.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

export interface CallsRow {
  projectId: string;
  endpointId: string;
  name: string;
  environment: Environment;
  calls: number;
  failed: number;
  /** Calls that took longer than the bound. */
  slow: number;
  failurePercent: number | null;
  p95Ms: number | null;
  windowMinutes: number;
}

/** The longest window of any bound: no more minutes are read. */
const longestWindow = "60 minutes";

/** The step of a duration's scale by SQL, as `stepOf` counts it. The usual bound's step is a constant. */
const boundStep = sql`case when bounds.id is null then ${stepOf(usualBounds.p95Ms)}
  else greatest(0, least(129, ceil(ln(greatest(bounds.p95_ms, 1) / 0.05) / ln(1.13)))) end`;

/**
 * The endpoints with enough calls in their window of which too many failed or were slow. It reads the minutes' sums, so
 * it costs the same however many calls there were.
 */
export async function listBrokenBounds({ tx }: InstallationScope, clock: Clock): Promise<CallsRow[]> {
  const { rows } = await sql<CallsRow>`
    with bounds as (
      select endpoint.project_id, endpoint.id as endpoint_id, endpoint.name, (${boundStep})::integer as step,
        case when bounds.id is null then ${usualBounds.failurePercent}::integer else bounds.failure_percent end
          as failure_percent,
        case when bounds.id is null then ${usualBounds.p95Ms}::integer else bounds.p95_ms end as p95_ms,
        coalesce(bounds.window_minutes, ${usualBounds.windowMinutes}::integer) as window_minutes,
        coalesce(bounds.min_calls, ${usualBounds.minCalls}::integer) as min_calls
      from runtime_endpoints endpoint
      join (select distinct endpoint_id from endpoint_minutes where bucket_at > ${clock()} - ${longestWindow}::interval)
        called on called.endpoint_id = endpoint.id
      left join alert_bounds bounds on bounds.id = endpoint.id
    ), sums as (
      select bounds.*, minute.environment, sum(minute.calls)::integer as calls, sum(minute.failed)::integer as failed,
        sum((select coalesce(sum(one), 0) from unnest(minute.durations[bounds.step + 2 :]) one))::integer as slow
      from bounds join endpoint_minutes minute on minute.project_id = bounds.project_id
        and minute.endpoint_id = bounds.endpoint_id
        and minute.bucket_at > ${clock()} - bounds.window_minutes * interval '1 minute'
      group by bounds.project_id, bounds.endpoint_id, bounds.name, bounds.step, bounds.failure_percent, bounds.p95_ms,
        bounds.window_minutes, bounds.min_calls, minute.environment
    )
    select project_id, endpoint_id, name, environment, calls, failed, slow, failure_percent, p95_ms, window_minutes
    from sums where calls >= min_calls
      and (failed * 100 >= failure_percent * calls or (p95_ms is not null and slow * 20 > calls))
    order by project_id, endpoint_id, environment`.execute(tx);
  return rows;
}
