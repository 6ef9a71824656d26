import type { App } from "../../ground/app.ts";
import { endLate } from "../../ground/leases/end-late.ts";
import { lost } from "../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { markCancelled } from "../../observed/executions/queries/running.ts";
import { endRun } from "./end-run.ts";
import { requeue } from "./postpone.ts";
import { runLeases } from "./queries/claims.ts";
import { findExpiredApprovals } from "./queries/approvals.ts";
import { readyDue, wakeLanes } from "./queries/lanes.ts";
import { notifyRuns } from "./queries/notify.ts";
import { overdue } from "./queries/reap.ts";
import { lockRun, type RunRow } from "./queries/runs.ts";
import type { RunMetrics } from "./run-metrics.ts";
import { wakeApproval } from "./wake-approval.ts";

/** After this many attempts in a row that were lost with their workers, a run has failed. */
const mostLosses = 10;
const longestPauseMs = 60_000;

/** Ends an attempt that was lost, with its worker or with the executor in it. The run goes on, if it can. */
export async function loseAttempt(
  app: App,
  scope: InstallationScope,
  run: RunRow,
): Promise<"cancelled" | "failed" | "queued"> {
  if (run.cancelling) {
    await endRun(app, scope, run, { status: "cancelled" });
    return "cancelled";
  }
  const losses = run.losses + 1;
  if (run.mode === "once" || losses >= mostLosses) {
    const message = `Worker ${run.workerId} was lost while it ran this.`;
    await endRun(app, scope, run, { status: "failed", error: { code: "WORKER_LOST", message } });
    return "failed";
  }
  const afterMs = losses === 1 ? 0 : Math.min(1_000 * 2 ** (losses - 2), longestPauseMs);
  await requeue(app, scope, run, { afterMs, losses });
  return "queued";
}

/** Ends a run whose deadline has passed, whatever it does. */
async function expire(app: App, scope: InstallationScope, run: RunRow): Promise<"expired"> {
  if (run.status === "running" && run.executionId !== null)
    await markCancelled({ tx: scope.tx, projectId: run.projectId }, run.executionId);
  const error = { code: "RUN_EXPIRED", message: "It did not end before its deadline." };
  await endRun(app, scope, run, { status: "expired", error });
  return "expired";
}

/**
 * Makes sure that no run waits for ever, whichever process was killed: attempts with an expired lease are lost, runs
 * end at their deadline, and questions that nobody decided expire. Several replicas may run it at once.
 */
export async function reapRuns(app: App, metrics: RunMetrics): Promise<void> {
  const lockAndEnd = { leases: runLeases, lock: lockRun };
  const losing = (scope: InstallationScope, run: RunRow) => loseAttempt(app, scope, run);
  for await (const status of endLate(app, { ...lockAndEnd, late: lost, end: losing })) metrics.ended("lost", status);
  const expiring = (scope: InstallationScope, run: RunRow) => expire(app, scope, run);
  for await (const status of endLate(app, { ...lockAndEnd, late: overdue(app.clock), end: expiring }))
    metrics.ended(null, status);
  const questions = await app.store.inInstallation((scope) => findExpiredApprovals(scope, app.clock), {
    readOnly: true,
  });
  for (const id of questions) await app.store.inInstallation((scope) => wakeApproval(app, scope, id, "expired"));
}

/** Lets runs go on whose time has come, and wakes the workers that wait for them. */
export async function announceRuns(app: App): Promise<void> {
  for (;;) {
    const ready = await app.store.inInstallation(async (scope) => {
      const count = (await readyDue(scope, app.clock)) + (await wakeLanes(scope, app.clock));
      if (count > 0) await notifyRuns(scope);
      return count;
    });
    if (ready === 0) return;
  }
}
