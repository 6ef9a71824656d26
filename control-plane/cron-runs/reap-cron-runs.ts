import { sql, type RawBuilder } from "kysely";
import type { App } from "../app.ts";
import type { InstallationScope } from "../store/scope.ts";
import type { CronMetrics } from "./cron-metrics.ts";
import { endAttempt } from "./end-attempt.ts";
import { lockAttempt, type LockedAttempt } from "./lock-attempt.ts";
import { changeCronRun, type CronRunRow } from "./records.ts";

/** A run that no worker has taken this long after it was due is not worth starting any more. */
const startWithin = "5 minutes";
const batch = 100;

type Condition = RawBuilder<boolean>;

const isLost: Condition = sql`run.status = 'running' and run.lease_until < now()`;

/** Those that wait for another run of their binding have time until that one has ended. */
const isOverdue = ({ clock }: App): Condition => sql`
  run.status = 'queued' and run.due_at < ${clock()} - ${startWithin}::interval
  and (binding.overlap = 'allow' or not exists (
    select from cron_runs earlier
    where earlier.cron_binding_id = run.cron_binding_id and earlier.status in ('queued', 'running')
      and (earlier.scheduled_for, earlier.id) < (run.scheduled_for, run.id)))`;

async function find({ tx }: InstallationScope, condition: Condition): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select run.id from cron_runs run join cron_bindings binding on binding.id = run.cron_binding_id
    where ${condition} order by run.due_at limit ${batch}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** An attempt whose worker has not been heard of has failed: nobody can say how far it got. */
function endLost(app: App, scope: InstallationScope, { binding, run }: LockedAttempt): Promise<CronRunRow> {
  const reason = `WORKER_LOST: Worker ${run.workerId} was lost while it ran this.`;
  return endAttempt(app, scope, binding, run, { reason, mayRetry: true });
}

function giveUp(app: App, scope: InstallationScope, { binding, run }: LockedAttempt): Promise<CronRunRow> {
  const waited = `No worker took it within ${startWithin}. Is one connected?`;
  if (run.attempt === 0) return changeCronRun(scope, run.id, { status: "missed", reason: waited });
  return endAttempt(app, scope, binding, run, { reason: `${run.reason ?? ""} ${waited}`.trim(), mayRetry: false });
}

/** Longer without looking: the database or this process was away, and so perhaps were the workers' renewals. */
const outageMs = 5_000;
/**
 * `reapCronRuns` for a task that is run again and again: after a time in which it could not run, it leaves the workers
 * `restMs` to make themselves heard, so that an outage of the database fails no run that its worker has carried through.
 */
export function createCronReaper(metrics: CronMetrics, restMs: number): (app: App) => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let restUntil = 0;
  return async (app) => {
    const now = performance.now();
    if (now - lookedAt > outageMs) restUntil = now + restMs;
    if (now >= restUntil) await reapCronRuns(app, metrics);
    else await app.store.inInstallation(({ tx }) => sql`select 1`.execute(tx));
    lookedAt = performance.now();
  };
}

/**
 * Sees to it that no run waits for ever, whatever was killed: attempts whose lease has run out fail, and run again where
 * `retry` says so; runs that no worker took in time are missed. Any number of replicas may run it at once.
 */
export async function reapCronRuns(app: App, metrics: CronMetrics): Promise<void> {
  const ends = [
    { condition: isLost, end: endLost },
    { condition: isOverdue(app), end: giveUp },
  ];
  for (const { condition, end } of ends) {
    const ids = await app.store.inInstallation((scope) => find(scope, condition), { readOnly: true });
    // A transaction each, so that one that waits for a lock holds up no other; by then it may have gone on.
    for (const id of ids) {
      const ended = await app.store.inInstallation(async (scope) => {
        const locked = await lockAttempt(scope, id);
        const [still] = locked ? await find(scope, sql`run.id = ${id} and ${condition}`) : [];
        return locked && still !== undefined ? end(app, scope, locked) : null;
      });
      if (ended && ended.status !== "queued") metrics.ended(ended);
    }
  }
}

/** Removes runs that finished longer ago than executions are kept; the last one of each binding stays. */
export async function pruneCronRuns({ tx }: InstallationScope, keepDays: number): Promise<void> {
  await sql`delete from cron_runs where id in (
    select run.id from cron_runs run
    where run.finished_at < now() - ${keepDays} * interval '1 day'
      and exists (select from cron_runs later where later.project_id = run.project_id
        and later.cron_binding_id = run.cron_binding_id and later.scheduled_for > run.scheduled_for)
    order by run.finished_at limit 10000)`.execute(tx);
}
