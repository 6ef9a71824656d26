// Why: docs/decisions/leased-runs.md
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import type { Clock } from "../../../ground/store/clock.ts";
import { leasedRows, leasedTo, leaseEnd, type Claim } from "../../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { startedByCall } from "../../../ground/store/rows/started-by-call.ts";

/** The leases of runs of all modes. */
export const runLeases = leasedRows("runs");

/** A run that is leased to the worker which claims. */
export interface Leased {
  id: string;
  /** Unset: the answer in which it was leased before was lost. */
  isFresh: boolean;
  /** How many steps it has. */
  steps: number;
}

interface ClaimLimits {
  keyIds: readonly string[];
  mostProjects: number;
  mostTenants: number;
  mostChars: number;
}

/**
 * Claims runs in one round trip, which is its own transaction. Null: limits or pauses decide about some of them, and
 * nothing new was claimed.
 */
export async function claimAtOnce(
  { store, clock }: Pick<App, "store" | "clock">,
  { workerId, leaseMs, modes, max, holding }: Claim,
  { keyIds, mostProjects, mostTenants, mostChars }: ClaimLimits,
): Promise<Leased[] | null> {
  const executionIds = Array.from({ length: max }, () => identifier("exe"));
  const rows = await store.callForAll<Leased & { slowly: boolean }>("ferrule_claim_runs", [
    workerId,
    leaseMs,
    modes,
    max,
    JSON.stringify(holding),
    keyIds,
    executionIds,
    clock(),
    mostProjects,
    mostTenants,
    mostChars,
  ]);
  return rows.some(({ slowly }) => slowly) ? null : rows;
}

/**
 * Runs of these modes that were leased to this worker in an answer that it never received. A worker
 * may also have given up an attempt without being able to say so. Then it runs it no second time, so what began long ago
 * must lose its lease.
 */
export async function findUndelivered(
  { tx }: InstallationScope,
  { workerId, modes, holding, leaseMs }: Claim,
): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    update runs as run set lease_until = ${leaseEnd(leaseMs)}
    where status = 'running' and worker_id = ${workerId} and mode = any(${modes}::text[])
      and run.started_at > now() - ${2 * leaseMs} * interval '1 millisecond' and not exists (
      select from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
      where held."runId" = run.id and held.attempt = run.attempt)
    returning id, false as is_fresh, step_count as steps`.execute(tx);
  return rows;
}

/** The deployment that the run's environment serves now. */
const served = sql`(select target.deployment_id from project_targets target
  where target.project_id = run.project_id and target.environment = run.environment)`;

/** Leases locked runs to a worker. A run that stays keeps the deployment of its first attempt. */
export async function leaseRuns(
  { tx }: InstallationScope,
  clock: Clock,
  claim: Claim,
  ids: readonly string[],
): Promise<Leased[]> {
  if (ids.length === 0) return [];
  const executionIds = ids.map(() => identifier("exe"));
  const { rows } = await sql<Leased>`
    update runs as run set ${leasedTo(claim)},
      execution_id = (${executionIds}::text[])[array_position(${ids}::text[], run.id)], started_at = ${clock()}, updated_at = now(), revision = revision + 1, queue = null, due_at = null, waits_kind = null, waits_for = null,
      began_at = coalesce(run.began_at, clock_timestamp()),
      deployment_id = case when run.on_release = 'stay' and run.deployment_id is not null then run.deployment_id
        when ${startedByCall("run")} then ${served} end
    where run.id = any(${ids}::text[]) returning id, true as is_fresh, step_count as steps`.execute(tx);
  return rows;
}
