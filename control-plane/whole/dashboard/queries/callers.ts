import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { DashboardWindow } from "@ferrule/contract/resources/dashboard.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

interface CallerRow {
  caller: Pick<Caller, "kind" | "id" | "name" | "issuer" | "subject">;
  calls: number;
  failed: number;
}

/**
 * The `most` callers with the most calls, each as of their latest call. It sums a week from rollups of half a day, so
 * it reads at most 15 rows for each caller.
 */
export async function listCallerSums(
  { tx, projectId }: ProjectScope,
  { environment, window, from }: { environment: Environment; window: DashboardWindow; from: number },
  most: number,
): Promise<CallerRow[]> {
  const seconds = window === "7d" ? 43_200 : 900;
  const begin = new Date(Math.floor(from / (seconds * 1_000)) * seconds * 1_000);
  const of = sql`project_id = ${projectId} and environment = ${environment} and seconds = ${seconds}`;
  const { rows } = await sql<CallerRow>`
    select latest.caller, top.calls, top.failed from (
      select caller_key, sum(calls)::integer as calls, sum(failed)::integer as failed from caller_rollups
      where ${of} and bucket_at >= ${begin} group by caller_key order by sum(calls) desc, caller_key limit ${most}
    ) top cross join lateral (
      select caller from caller_rollups where ${of} and bucket_at >= ${begin} and caller_key = top.caller_key
      order by bucket_at desc limit 1
    ) latest
    order by top.calls desc, top.caller_key`.execute(tx);
  return rows;
}
