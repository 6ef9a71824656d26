import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { CronMetrics } from "./cron-metrics.ts";
import { endAttempt } from "./end-attempt.ts";
import { lockAttempt, type LockedAttempt } from "../queries/lock-attempt.ts";
import { changeCronRun, type CronRunRow } from "../queries/runs.ts";
import { startWithin, isLost, isOverdue, findRuns } from "../queries/lost-runs.ts";

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
    { condition: isLost, end: endLost },
    { condition: isOverdue(app), end: giveUp },
  ];
  for (const { condition, end } of ends) {
    const ids = await app.store.inInstallation((scope) => findRuns(scope, condition), { readOnly: true });
    // Each has a transaction of its own, so that one that waits for a lock blocks no other. The run may have moved on
    // by then.
    for (const id of ids) {
      const ended = await app.store.inInstallation(async (scope) => {
        const locked = await lockAttempt(scope, id);
        const [still] = locked ? await findRuns(scope, condition, id) : [];
        return locked && still !== undefined ? end(app, scope, locked) : null;
      });
      if (ended && ended.status !== "queued") metrics.ended(ended);
    }
  }
}
