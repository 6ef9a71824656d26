import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { CronMetrics } from "./cron-metrics.ts";
import { endAttempt } from "./end-attempt.ts";
import { lockAttempt, type LockedAttempt } from "../queries/lock-attempt.ts";
import { changeCronRun, type CronRunRow } from "../queries/runs.ts";
import { startWithin, overdue } from "../queries/lost-runs.ts";
import { cronRunLeases as leases } from "../queries/claims.ts";
import { endLate } from "../../../ground/leases/end-late.ts";
import { lost } from "../../../ground/store/rows/leased-rows.ts";

/** Ends an attempt whose worker fell silent as failed, because nobody can say how far it got. */
function endLost(app: App, scope: InstallationScope, { binding, run }: LockedAttempt): Promise<CronRunRow> {
  const reason = `WORKER_LOST: Worker ${run.workerId} was lost while it ran this.`;
  return endAttempt(app, scope, binding, run, { reason, mayRetry: true });
}

function giveUp(app: App, scope: InstallationScope, { binding, run }: LockedAttempt): Promise<CronRunRow> {
  const waited = `No worker took it within ${startWithin}. Is one connected?`;
  if (run.attempt === 0) return changeCronRun(scope, run.id, { status: "missed", reason: waited });
  return endAttempt(app, scope, binding, run, { reason: `${run.reason ?? ""} ${waited}`.trim(), mayRetry: false });
}

/**
 * Makes sure that no run waits for ever, whichever process was killed. Attempts with an expired lease fail, and get
 * another try if `retry` allows it. Runs that no worker claimed in time count as missed. Several replicas may run it at
 * once.
 */
export async function reapCronRuns(app: App, metrics: CronMetrics): Promise<void> {
  const ends = [
    { late: lost, end: endLost },
    { late: overdue(app), end: giveUp },
  ];
  for (const { late, end } of ends) {
    const ending = { leases, late, lock: lockAttempt, end: end.bind(null, app) };
    for await (const ended of endLate(app, ending)) if (ended.status !== "queued") metrics.ended(ended);
  }
}
