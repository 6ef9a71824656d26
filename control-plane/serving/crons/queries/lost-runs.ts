import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import { cronRunLeases, hasItsTurn } from "./claims.ts";
import type { Late } from "../../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** If no worker has taken a run this long after it was due, it is too late to start it. */
export const startWithin = "5 minutes";

/** Runs that wait for another run of their binding get their time after that one has ended. */
export const overdue = ({ clock }: App): Late => ({
  where: sql`run.status = 'queued' and run.due_at < ${clock()} - ${startWithin}::interval
    and exists (select from cron_bindings binding where binding.id = run.cron_binding_id and ${hasItsTurn})`,
  since: sql`run.due_at`,
});

/** Whether a run is lost, or late, though it may wait for another run of its binding. */
export const mayReapCronRuns = ({ clock }: App) => sql<boolean>`
  (${cronRunLeases.mayBeLost}
  or exists (select from cron_runs where status = 'queued' and due_at < ${clock()} - ${startWithin}::interval))`;

/** Removes runs that finished longer ago than executions are kept. The last run of each binding stays. */
export async function pruneCronRuns({ tx }: InstallationScope, keepDays: number): Promise<void> {
  await sql`delete from cron_runs where id in (
    select run.id from cron_runs run
    where run.finished_at < now() - ${keepDays} * interval '1 day'
      and exists (select from cron_runs later where later.project_id = run.project_id
        and later.cron_binding_id = run.cron_binding_id and later.scheduled_for > run.scheduled_for)
    order by run.finished_at limit 10000)`.execute(tx);
}
