import type { CronRunStatus } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { AnyScope, InstallationScope } from "../../../ground/store/scope.ts";
import { laneOfCron } from "./lanes.ts";
import { startWithin } from "./late.ts";
import { notifyRuns } from "./notify.ts";
import type { CronRunRow } from "./runs.ts";

/** When a cron run must have begun that is due at a time. */
export const cronDeadline = (dueAt: RawBuilder<Date>): RawBuilder<Date> =>
  sql<Date>`(${dueAt} + ${startWithin}::interval)`;

/** For a row called `binding`: whether one of its runs is queued, running, or waiting for a retry. */
export const isBusy = sql<boolean>`exists (select from runs busy where busy.project_id = binding.project_id
  and busy.lane = 'cron:' || binding.id and busy.finished_at is null)`;

export type NewCronRun = Pick<
  CronRunRow,
  "id" | "projectId" | "bindingId" | "trigger" | "scheduledFor" | "catchesUp" | "requestId" | "requestedBy" | "reason"
> & {
  status: Extract<CronRunStatus, "queued" | "skipped" | "missed">;
  dueAt: Date;
  /** The run that somebody wants to see again. */
  replayOf?: string;
};

/**
 * Stores runs of locked bindings and returns the new ones; an occurrence that is already stored stays as it is. A run
 * that will never begin counts as finished at once. Where overlap is `skip`, a run waits for those before it.
 */
export async function insertCronRuns(scope: AnyScope, runs: readonly NewCronRun[]): Promise<CronRunRow[]> {
  if (runs.length === 0) return [];
  // One parameter for all rows: after an outage, there may be more rows than a statement takes parameters.
  const { rows } = await sql<CronRunRow>`
    with given as (
      select given.*, binding.environment, binding.function_id, binding.tenant_id, binding.name, binding.overlap,
        status = 'queued' as is_queued, binding.overlap = 'skip' and (${isBusy}
          or count(*) filter (where status = 'queued') over (partition by binding.id order by "scheduledFor", given.id) > 1
        ) as must_wait
      from json_to_recordset(${JSON.stringify(runs)}::text::json) as given (id text, "projectId" text,
        "bindingId" text, trigger text, "scheduledFor" timestamptz(3), status text, "dueAt" timestamptz(3),
        "catchesUp" boolean, "requestId" text, "requestedBy" text, reason text, "replayOf" text)
      join cron_bindings binding on binding.id = given."bindingId"
    )
    insert into runs (id, project_id, environment, function_id, mode, source, binding_id, on_release, tenant_id, caller,
      request_id, lane, concurrency, turn, status, queue, due_at, deadline_at, input_chars, trigger, scheduled_for,
      catches_up, requested_by, reason, replay_of, finished_at)
    select id, "projectId", environment, function_id, 'cron', 'cron', "bindingId", 'move', tenant_id,
      jsonb_build_object('kind', 'cron', 'id', "bindingId", 'name', name), "requestId", 'cron:' || "bindingId",
      case when overlap = 'skip' then 1 end, hashtext(tenant_id), status,
      case when is_queued then case when must_wait then 'blocked' else 'ready' end end,
      case when is_queued then "dueAt" end, case when is_queued then "dueAt" + ${startWithin}::interval end, 0, trigger,
      "scheduledFor", "catchesUp", "requestedBy", reason, "replayOf", case when not is_queued then now() end
    from given
    on conflict (binding_id, scheduled_for) where trigger = 'schedule' do nothing
    returning *`.execute(scope.tx);
  if (rows.some(({ queue }) => queue === "ready")) await notifyRuns(scope);
  return rows;
}

/** Gives workers the full time to claim the runs of a binding that wait for their turn, when one of them has ended. */
export async function renewDeadlines(
  { tx }: AnyScope,
  clock: Clock,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  await sql`update runs set deadline_at = greatest(deadline_at, ${cronDeadline(clock())})
    where project_id = ${projectId} and lane = ${laneOfCron(id)} and finished_at is null and status = 'queued'`.execute(
    tx,
  );
}

/** Ends a Project's waiting cron runs: those that have begun before fail, the others are skipped. */
export async function giveUpCronRuns({ tx }: InstallationScope, projectId: string, reason: string): Promise<void> {
  await sql`
    update runs set status = case when attempt = 0 then 'skipped' else 'failed' end, queue = null, due_at = null,
      reason = concat_ws(' ', reason, ${reason}::text), finished_at = now(), updated_at = now(), revision = revision + 1
    where project_id = ${projectId} and mode = 'cron' and status = 'queued'`.execute(tx);
}

/** What a binding says of its runs, to those that wait. */
export async function followBinding(
  scope: AnyScope,
  { id, projectId, environment, functionId, tenantId, overlap }: BindingOfRuns,
): Promise<void> {
  const { rows } = await sql`
    update runs set environment = ${environment}, function_id = ${functionId}, tenant_id = ${tenantId},
      turn = hashtext(${tenantId}), concurrency = ${overlap === "skip" ? 1 : null}::integer,
      queue = case when queue = 'blocked' then 'ready' else queue end
    where project_id = ${projectId} and lane = ${laneOfCron(id)} and finished_at is null and status = 'queued'
    returning id`.execute(scope.tx);
  if (rows.length > 0) await notifyRuns(scope);
}

/** The columns of a binding that its runs have too. */
export interface BindingOfRuns {
  id: string;
  projectId: string;
  environment: CronRunRow["environment"];
  functionId: string;
  tenantId: string;
  overlap: "skip" | "allow";
}
