import { mostMissedRuns } from "@ferrule/contract/resources/cron-binding.ts";
import { sql } from "kysely";
import type { App } from "../app.ts";
import { moveNextRuns, type CronBindingRow } from "../cron-bindings/records.ts";
import { parseSchedule } from "../cron-bindings/schedule.ts";
import type { InstallationScope } from "../store/scope.ts";
import { admitRun, catchUpWith, missedRun, type AdmittedBinding } from "./admit-runs.ts";
import { isBusy, isDeployed } from "./binding-facts.ts";
import { insertCronRuns, type CronRunRow, type NewCronRun } from "./records.ts";

/** How many bindings one transaction takes: those beyond are another replica's, or the next round's. */
const batch = 100;
/** An occurrence that is found later than this was missed: a restart or a failover takes less. */
const missedAfterMs = 60_000;

interface DueRow extends AdmittedBinding, Pick<CronBindingRow, "schedule" | "timezone" | "catchUp"> {
  nextRunAt: Date;
  now: Date;
}

/** Locks those that are due; what another replica is at is left to it. */
async function lockDue({ clock }: App, { tx }: InstallationScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cron_bindings where next_run_at <= ${clock()}
    order by next_run_at limit ${batch} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A statement of its own: it sees what was committed before the locks were had. */
async function readDue({ clock }: App, { tx }: InstallationScope, ids: readonly string[]): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select binding.id, binding.project_id, binding.environment, binding.schedule, binding.timezone, binding.overlap,
      binding.catch_up, binding.next_run_at, moment.now,
      ${isDeployed} as is_deployed, ${isBusy} as is_busy
    from cron_bindings binding, (select ${clock()} as now) as moment
    where binding.id = any(${ids}::text[]) and binding.next_run_at <= moment.now
    order by binding.next_run_at`.execute(tx);
  return rows;
}

/** The occurrences of a binding that are due by now, as runs; and the first one that is not. */
function occurrencesOf(binding: DueRow): { runs: NewCronRun[]; nextRunAt: Date | null } {
  const { now, nextRunAt } = binding;
  const schedule = parseSchedule(binding.schedule, binding.timezone);
  const occurrence = (scheduledFor: Date) => ({ trigger: "schedule" as const, scheduledFor, dueAt: scheduledFor });
  const inTime = new Date(now.getTime() - missedAfterMs);
  const missed = nextRunAt < inTime ? schedule.latest(nextRunAt, new Date(inTime.getTime() - 1), mostMissedRuns) : [];
  const caughtUp = missed.slice(Math.max(0, missed.length - binding.catchUp));
  const runs = [
    ...missed.slice(0, missed.length - caughtUp.length).map((at) => missedRun(binding, occurrence(at))),
    ...caughtUp.map((at) => catchUpWith(binding, { ...occurrence(at), dueAt: now })),
  ];
  // What follows what is caught up with waits its turn like it.
  const waits = runs.some(({ catchesUp, status }) => catchesUp && status === "queued");
  let busy = binding.isBusy && !waits;
  let at: Date | null = nextRunAt >= inTime ? nextRunAt : schedule.next(new Date(inTime.getTime() - 1));
  while (at !== null && at <= now) {
    const run = admitRun({ ...binding, isBusy: busy }, occurrence(at));
    busy ||= run.status === "queued" && !waits;
    runs.push(run);
    at = schedule.next(at);
  }
  return { runs, nextRunAt: at };
}

/**
 * Makes runs of the occurrences that are due, each exactly once, on however many replicas this is called at once: a binding
 * is locked while its occurrences become rows and its next one is noted, in one transaction. Answers the new runs.
 */
export const fireDueCrons = (app: App): Promise<CronRunRow[]> =>
  app.store.inInstallation(async (scope) => {
    const ids = await lockDue(app, scope);
    if (ids.length === 0) return [];
    const due = await readDue(app, scope, ids);
    const fired = due.map((binding) => ({ id: binding.id, ...occurrencesOf(binding) }));
    const moved = fired.map(({ id, nextRunAt }) => ({ id, nextRunAt }));
    const runs = fired.flatMap((one) => one.runs);
    const [, made] = await Promise.all([moveNextRuns(scope, moved), insertCronRuns(scope, runs)]);
    return made;
  });
