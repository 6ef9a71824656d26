import { sql } from "kysely";
import type { App } from "../app.ts";
import type { InstallationScope } from "../store/scope.ts";
import { moveNextRuns, notifyCronBindings, type CronBindingRow } from "./records.ts";
import { parseSchedule } from "./schedule.ts";

/** A Project was archived: its crons fire no more, and what waits to begin never does. What runs comes to its end. */
export async function suspendCrons({ tx }: InstallationScope, projectId: string): Promise<void> {
  await sql`update cron_bindings set next_run_at = null
    where project_id = ${projectId} and next_run_at is not null`.execute(tx);
  await sql`
    update cron_runs set status = case when attempt = 0 then 'skipped' else 'failed' end,
      reason = concat_ws(' ', reason, 'The Project was archived.'), finished_at = now(), updated_at = now(),
      revision = revision + 1
    where project_id = ${projectId} and status = 'queued'`.execute(tx);
}

/** A Project was restored: its crons fire from now on, and nothing of the time between was missed. */
export async function resumeCrons({ clock }: App, scope: InstallationScope, projectId: string): Promise<void> {
  const { rows } = await sql<Pick<CronBindingRow, "id" | "schedule" | "timezone"> & { now: Date }>`
    select id, schedule, timezone, ${clock()} as now from cron_bindings
    where project_id = ${projectId} and enabled for update`.execute(scope.tx);
  const moved = rows.map(({ id, schedule, timezone, now }) => ({
    id,
    nextRunAt: parseSchedule(schedule, timezone).next(now),
  }));
  await moveNextRuns(scope, moved);
  await notifyCronBindings(scope);
}
