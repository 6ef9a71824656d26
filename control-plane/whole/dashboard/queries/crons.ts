import { sql } from "kysely";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Clock } from "../../../ground/store/clock.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

interface CronRow {
  cronBindingId: string;
  name: string;
  functionId: string;
  schedule: string;
  timezone: string;
}

const columns = sql`binding.id as cron_binding_id, binding.name, binding.function_id, binding.schedule, binding.timezone`;
/** A start no later than this counts as on time. */
const lateAfter = "5 seconds";

/** The bindings that fire next, the soonest first. */
export async function listUpcomingCrons(
  { tx, projectId }: ProjectScope,
  environment: Environment,
  most: number,
): Promise<(CronRow & { nextRunAt: Date })[]> {
  const { rows } = await sql<CronRow & { nextRunAt: Date }>`
    select ${columns}, binding.next_run_at from cron_bindings binding
    where binding.project_id = ${projectId} and binding.environment = ${environment}
      and binding.next_run_at is not null
    order by binding.next_run_at, binding.id limit ${most}`.execute(tx);
  return rows;
}

/** Due occurrences that have not fired or not begun, the most overdue first. */
export async function listLateCrons(
  { tx, projectId }: ProjectScope,
  clock: Clock,
  environment: Environment,
  most: number,
): Promise<(CronRow & { scheduledFor: Date; lateMs: number })[]> {
  const { rows } = await sql<CronRow & { scheduledFor: Date; lateMs: number }>`
    with late as (
      select ${columns}, binding.next_run_at as scheduled_for, binding.next_run_at as due_at
      from cron_bindings binding
      where binding.project_id = ${projectId} and binding.environment = ${environment}
        and binding.next_run_at < ${clock()} - ${lateAfter}::interval
      union all
      select ${columns}, run.scheduled_for, run.due_at
      from runs run join cron_bindings binding on binding.id = run.binding_id
      where run.mode = 'cron' and run.project_id = ${projectId} and binding.environment = ${environment} and run.status = 'queued'
        and run.due_at < ${clock()} - ${lateAfter}::interval)
    select cron_binding_id, name, function_id, schedule, timezone, scheduled_for,
      round(extract(epoch from ${clock()} - due_at) * 1000)::float8 as late_ms
    from late order by due_at, cron_binding_id limit ${most}`.execute(tx);
  return rows;
}
