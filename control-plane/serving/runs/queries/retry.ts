import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";

/**
 * Forgets the steps of a run that failed or were given up, and with `fromStep`, that step and those after it. Returns
 * false if there is no such step.
 */
export async function forgetFrom({ tx }: AnyScope, runId: string, fromStep: string | undefined): Promise<boolean> {
  if (fromStep !== undefined) {
    const { rows } = await sql`select from run_steps where run_id = ${runId} and key = ${fromStep}`.execute(tx);
    if (rows.length === 0) return false;
  }
  const after =
    fromStep === undefined
      ? sql``
      : sql`or position >= (select position from run_steps where run_id = ${runId} and key = ${fromStep})`;
  await sql`with gone as (
      delete from run_steps where run_id = ${runId} and (state <> 'done' ${after}) returning key)
    delete from run_payloads where run_id = ${runId} and name in (select 'step:' || key from gone)`.execute(tx);
  return true;
}

/**
 * The children that end with a retry of these locked runs, locked in the order of their ids: those of runs that were
 * given up, and with `fromStep`, those that a forgotten step has started. Those that are detached go on.
 */
export async function lockLeftChildren(
  { tx }: AnyScope,
  runIds: readonly string[],
  fromStep?: string,
): Promise<string[]> {
  const isForgotten =
    fromStep === undefined
      ? sql`false`
      : sql`exists (select from run_steps s join run_steps first on first.run_id = s.run_id and first.key = ${fromStep}
          where s.run_id = parent.id and s.key = child.parent_step and s.position >= first.position)`;
  const { rows } = await sql<{ id: string }>`
    select child.id from runs child join runs parent on parent.id = child.parent_id
    where child.parent_id = any(${runIds}::text[]) and not child.detached and child.finished_at is null
      and not child.cancelling and (parent.orphans or ${isForgotten})
    order by child.id for no key update of child`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lets a locked run that has ended go on. Its deadline begins again. */
export async function reopenRun({ tx }: AnyScope, clock: Clock, id: string): Promise<void> {
  await sql`with its as (select count(*)::integer as count, coalesce(sum(chars), 0)::integer as chars
      from run_steps where run_id = ${id} and state <> 'cancelled'
    ), gone as (delete from run_payloads where run_id = ${id} and name = 'output')
    update runs set status = 'queued', queue = 'ready', due_at = ${clock()}, finished_at = null, error = null,
      output = null, shown_output = null, losses = 0, failures = 0, orphans = false, cancelling = false,
      deadline_at = ${clock()} + deadline_seconds * interval '1 second', step_count = its.count, steps_done = its.count,
      steps_failed = 0, history_chars = its.chars, updated_at = now(), revision = revision + 1
    from its where id = ${id}`.execute(tx);
}
