import { type RawBuilder, sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** A run that no worker has taken this long after it was due is no longer worth starting. */
export const startWithin = "5 minutes";

const batch = 100;

type Condition = RawBuilder<boolean>;

/** The worker of a run has been silent for longer than its lease. */
export const isLost: Condition = sql`run.status = 'running' and run.lease_until < now()`;

/** Runs that wait for another run of their binding get their time after that one has ended. */
export const isOverdue = ({ clock }: App): Condition => sql`
  run.status = 'queued' and run.due_at < ${clock()} - ${startWithin}::interval
  and (binding.overlap = 'allow' or not exists (
    select from cron_runs earlier
    where earlier.cron_binding_id = run.cron_binding_id and earlier.status in ('queued', 'running')
      and (earlier.scheduled_for, earlier.id) < (run.scheduled_for, run.id)))`;

/** Whether a run is lost, or late, though it may wait for another run of its binding. */
export const mayReapCronRuns = ({ clock }: App): Condition => sql`
  (exists (select from cron_runs run where ${isLost})
  or exists (select from cron_runs where status = 'queued' and due_at < ${clock()} - ${startWithin}::interval))`;

/** The runs that match, the longest due first; with `id`, only that run, if it matches. */
export async function findRuns({ tx }: InstallationScope, condition: Condition, id?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select run.id from cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
    where ${condition} ${id === undefined ? sql`` : sql`and run.id = ${id}`} order by run.due_at limit ${batch}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Removes runs that finished longer ago than executions are kept. The last run of each binding stays. */
export async function pruneCronRuns({ tx }: InstallationScope, keepDays: number): Promise<void> {
  await sql`delete from cron_runs where id in (
    select run.id from cron_runs run
    where run.finished_at < now() - ${keepDays} * interval '1 day'
      and exists (select from cron_runs later where later.project_id = run.project_id
        and later.cron_binding_id = run.cron_binding_id and later.scheduled_for > run.scheduled_for)
    order by run.finished_at limit 10000)`.execute(tx);
}
