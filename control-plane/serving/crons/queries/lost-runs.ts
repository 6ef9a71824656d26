import { type RawBuilder, sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** If no worker has taken a run this long after it was due, it is too late to start it. */
export const startWithin = "5 minutes";

const batch = 100;

type Condition = RawBuilder<boolean>;

/** Whether a run's worker has been silent for longer than its lease. */
export const isLost: Condition = sql`run.status = 'running' and run.lease_until < now()`;

/** Whether a run is too late. If it waits for another run of its binding, its time begins when that one has ended. */
export const isOverdue = ({ clock }: App): Condition => sql`
  run.status = 'queued' and run.due_at < ${clock()} - ${startWithin}::interval
  and (binding.overlap = 'allow' or not exists (
    select from cron_runs earlier
    where earlier.cron_binding_id = run.cron_binding_id and earlier.status in ('queued', 'running')
      and (earlier.scheduled_for, earlier.id) < (run.scheduled_for, run.id)))`;

/** Whether a run is lost or late. A late one may still be waiting for another run of its binding. */
export const mayReapCronRuns = ({ clock }: App): Condition => sql`
  (exists (select from cron_runs run where ${isLost})
  or exists (select from cron_runs where status = 'queued' and due_at < ${clock()} - ${startWithin}::interval))`;

/** The runs that match, the one that has been due longest first. With `id`, only that run, if it matches. */
export async function findRuns({ tx }: InstallationScope, condition: Condition, id?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select run.id from cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
    where ${condition} ${id === undefined ? sql`` : sql`and run.id = ${id}`} order by run.due_at limit ${batch}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Removes runs that ended before the oldest execution that we keep. The last run of each binding stays. */
export async function pruneCronRuns({ tx }: InstallationScope, keepDays: number): Promise<void> {
  await sql`delete from cron_runs where id in (
    select run.id from cron_runs run
    where run.finished_at < now() - ${keepDays} * interval '1 day'
      and exists (select from cron_runs later where later.project_id = run.project_id
        and later.cron_binding_id = run.cron_binding_id and later.scheduled_for > run.scheduled_for)
    order by run.finished_at limit 10000)`.execute(tx);
}
