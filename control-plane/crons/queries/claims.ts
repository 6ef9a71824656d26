import type { HeldAttempt, CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import type { InstallationScope } from "../../store/scope.ts";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { CronRunRow } from "./runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";

/** What a worker asks for: how many runs, for how long, beside those that it has in hand. */
export interface Claim {
  workerId: string;
  max: number;
  holding: readonly HeldAttempt[];
  leaseMs: number;
}

/** Runs that were leased to this worker by an answer that it never got; answers their ids. */
export async function findUndelivered(
  { tx }: InstallationScope,
  { workerId, holding, leaseMs }: Claim,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update cron_runs set lease_until = now() + ${leaseMs} * interval '1 millisecond'
    where status = 'running' and worker_id = ${workerId} and not exists (
      select from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
      where held."runId" = cron_runs.id and held.attempt = cron_runs.attempt)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Locks the runs that are due, those that wait longest first. Where overlap is `skip`, only the earliest one of a binding that
 * has not finished may run.
 */
export async function lockDue({ clock }: App, { tx }: InstallationScope, { max }: Claim): Promise<string[]> {
  if (max === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select run.id from cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
    where run.status = 'queued' and run.due_at <= ${clock()}
      and (binding.overlap = 'allow' or not exists (
        select from cron_runs earlier
        where earlier.cron_binding_id = run.cron_binding_id and earlier.status in ('queued', 'running')
          and (earlier.scheduled_for, earlier.id) < (run.scheduled_for, run.id)))
    order by run.due_at, run.id limit ${max} for update of run skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Leases runs that are locked to a worker. */
export async function lease(
  { clock }: App,
  { tx }: InstallationScope,
  { workerId, leaseMs }: Claim,
  ids: readonly string[],
): Promise<CronRunRow[]> {
  if (ids.length === 0) return [];
  const given = ids.map((id) => ({ id, executionId: identifier("exe") }));
  const { rows } = await sql<CronRunRow>`
    update cron_runs set status = 'running', attempt = attempt + 1, worker_id = ${workerId},
      lease_until = now() + ${leaseMs} * interval '1 millisecond', execution_id = given."executionId",
      started_at = ${clock()}, updated_at = now(), revision = revision + 1
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (id text, "executionId" text)
    where cron_runs.id = given.id returning cron_runs.*`.execute(tx);
  return rows;
}

/** What a worker needs to carry out these runs, those that are due longest first. */
export async function messagesOf({ tx }: InstallationScope, runIds: readonly string[]): Promise<CronAttempt[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<CronAttempt>`
    select run.id as run_id, run.attempt, run.cron_binding_id, binding.name, run.project_id, binding.environment,
      binding.function_id, binding.tenant_id, binding.input, run.execution_id, run.request_id
    from cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
    where run.id = any(${runIds}::text[]) order by run.due_at, run.id`.execute(tx);
  return rows;
}
