import type { CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import { leasedRuns, type Claim } from "../../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** The leases of cron runs. */
export const cronRunLeases = leasedRuns("cronRuns");

/** Where overlap is `skip`, only the earliest unfinished run of a binding has its turn. */
export const hasItsTurn = sql`
  (binding.overlap = 'allow' or not exists (
    select from cron_runs earlier
    where earlier.cron_binding_id = run.cron_binding_id and earlier.status in ('queued', 'running')
      and (earlier.scheduled_for, earlier.id) < (run.scheduled_for, run.id)))`;

/** The runs that a worker may begin. */
const dueRuns = ({ clock }: App) => sql`
  cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
    where run.status = 'queued' and run.due_at <= ${clock()} and ${hasItsTurn}`;

/** Whether there is a run that a worker may begin. */
export const hasDueCronRuns = (app: App) => sql<boolean>`exists (select from ${dueRuns(app)})`;

/** Locks the due runs. Those that have waited longest come first. */
export async function lockDue(app: App, { tx }: InstallationScope, { max }: Claim): Promise<string[]> {
  if (max === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select run.id from ${dueRuns(app)}
    order by run.due_at, run.id limit ${max} for update of run skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The messages with which a worker carries out these runs. The one that has been due longest comes first. */
export async function messagesOf({ tx }: InstallationScope, runIds: readonly string[]): Promise<CronAttempt[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql<CronAttempt>`
    select run.id as run_id, run.attempt, run.cron_binding_id, binding.name, run.project_id, binding.environment,
      binding.function_id, binding.tenant_id, binding.input, run.execution_id, run.request_id
    from cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
    where run.id = any(${runIds}::text[]) order by run.due_at, run.id`.execute(tx);
  return rows;
}
