// Why: docs/decisions/crons-without-a-leader.md
import { mostMissedRuns } from "@ferrule/contract/resources/cron-binding.ts";
import type { App } from "../../../ground/app.ts";
import { moveNextRuns } from "../queries/bindings.ts";
import { parseSchedule } from "../bindings/schedule.ts";
import { admitRun, catchUpWith, missedRun } from "./admit-runs.ts";
import { insertCronRuns, type NewCronRun } from "../../runs/queries/cron-runs.ts";
import type { CronRunRow } from "../../runs/queries/runs.ts";
import { type DueRow, lockDue, readDue } from "../queries/due-bindings.ts";

/** If we find an occurrence later than this, it was missed. A restart or a failover takes less time. */
const missedAfterMs = 60_000;

/** A binding's due occurrences as runs, and the first occurrence that is not due yet. */
function occurrencesOf(binding: DueRow): { runs: NewCronRun[]; nextRunAt: Date | null } {
  const { now, nextRunAt } = binding;
  const schedule = parseSchedule(binding.schedule, binding.timezone);
  const occurrence = (scheduledFor: Date) => ({ trigger: "schedule" as const, scheduledFor, dueAt: scheduledFor });
  const inTime = new Date(now.getTime() - missedAfterMs);
  const missed = nextRunAt < inTime ? schedule.latest(nextRunAt, new Date(inTime.getTime() - 1), mostMissedRuns) : [];
  const caughtUp = missed.slice(Math.max(0, missed.length - binding.catchUp));
  const runs = [
    ...missed.slice(0, missed.length - caughtUp.length).map((at) => missedRun(binding, occurrence(at))),
    // A millisecond apart, so that they keep their order.
    ...caughtUp.map((at, place) => catchUpWith(binding, { ...occurrence(at), dueAt: new Date(now.getTime() + place) })),
  ];
  // The runs behind a caught-up run also wait for their turn.
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
 * Turns due occurrences into runs, each exactly once, however many replicas call this at the same time. One transaction
 * locks the binding, stores the occurrences as rows and sets the next one. Returns the new runs.
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
