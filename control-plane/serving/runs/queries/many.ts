import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { AnyScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { RunRow } from "./runs.ts";

/**
 * Lets locked runs that have ended go on with the results of their steps, as `reopenRun` does for one. Their deadlines
 * begin again.
 */
export async function reopenRuns({ tx }: ProjectScope, clock: Clock, ids: readonly string[]): Promise<void> {
  await sql`with gone as (delete from run_steps where run_id = any(${ids}::text[]) and state <> 'done'
      returning run_id, key
    ), unkept as (delete from run_payloads p where p.run_id = any(${ids}::text[]) and (p.name = 'output'
      or exists (select from gone where gone.run_id = p.run_id and p.name = 'step:' || gone.key))
    ), its as (select run_id, count(*)::integer as count, sum(chars)::integer as chars from run_steps
      where run_id = any(${ids}::text[]) and state = 'done' group by run_id)
    update runs set status = 'queued', queue = 'ready', due_at = ${clock()}, finished_at = null, error = null,
      output = null, shown_output = null, losses = 0, failures = 0, orphans = false, cancelling = false,
      deadline_at = ${clock()} + deadline_seconds * interval '1 second', step_count = coalesce(its.count, 0),
      steps_done = coalesce(its.count, 0), steps_failed = 0, history_chars = coalesce(its.chars, 0),
      updated_at = now(), revision = revision + 1
    from unnest(${ids}::text[]) as given (id) left join its on its.run_id = given.id
    where runs.id = given.id`.execute(tx);
}

/** Of locked runs, those that end without their worker, and for which no other run waits. A dead delivery is one. */
export const findSimple = (
  { tx }: ProjectScope,
  ids: readonly string[],
): Promise<Pick<RunRow, "id" | "projectId" | "lane" | "concurrency">[]> =>
  tx
    .selectFrom("runs")
    .select(["id", "projectId", "lane", "concurrency"])
    .where(sql<boolean>`id = any(${ids}::text[])
      and (status in ('queued', 'waiting') or mode = 'delivery' and status = 'failed') and not exists (
      select from run_steps s where s.child_id = runs.id and s.state = 'waiting' and s.kind = 'child')`)
    .execute();

/** Gives up locked runs with their open waits and questions, as `endRunRow` does for one. */
export async function giveUpRuns({ tx }: AnyScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with ended as (update runs set status = 'cancelled', queue = null, cancelling = false, waits_kind = null,
        waits_for = null, due_at = null, lease_until = null, output = null, shown_output = null, error = null,
        reason = case when mode = 'cron' then coalesce(reason, 'Somebody cancelled it.') else reason end,
        orphans = exists (select from runs child where child.parent_id = runs.id
          and not child.detached and child.finished_at is null),
        finished_at = now(), updated_at = now(), revision = revision + 1
      where id = any(${ids}::text[])
    ), closed as (update run_steps set state = 'cancelled', finished_at = now(), due_at = null
      where run_id = any(${ids}::text[]) and state in ('waiting', 'retrying')
    ), unasked as (update approvals set status = 'cancelled', finished_at = now(), updated_at = now(),
        revision = revision + 1
      where run_id = any(${ids}::text[]) and status = 'pending')
    select pg_notify('run_ends', given.id) from unnest(${ids}::text[]) as given (id)`.execute(tx);
}
