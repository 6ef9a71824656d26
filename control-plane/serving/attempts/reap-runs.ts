import type { App } from "../../ground/app.ts";
import { endLate } from "../../ground/leases/end-late.ts";
import { lost } from "../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { markCancelled } from "../../observed/executions/queries/running.ts";
import { giveUp as giveUpCron, endAttempt as endCronAttempt } from "../crons/runs/end-attempt.ts";
import { lockAttempt, type LockedAttempt } from "../crons/queries/lock-attempt.ts";
import { endAttempt as endDelivery } from "../deliveries/end-attempt.ts";
import { endRun } from "../runs/end-run.ts";
import { findExpiredApprovals } from "../runs/queries/approvals.ts";
import { giveUpDeliveries } from "../runs/queries/deliveries.ts";
import { readyDue, wakeLanes } from "../runs/queries/lanes.ts";
import { runLeases } from "../runs/queries/leases.ts";
import { notifyRuns } from "../runs/queries/notify.ts";
import { overdue } from "../runs/queries/reap.ts";
import { findMode, lockAnyRun } from "../runs/queries/retried.ts";
import type { DeliveryRow, RunRow } from "../runs/queries/runs.ts";
import { wakeApproval } from "../runs/wake-approval.ts";
import type { Completed } from "./complete-run.ts";
import { countEnd, type LeasedMetrics } from "./leased-metrics.ts";
import { loseAttempt, lostWith } from "./lose-attempt.ts";

/** Ends a run whose deadline has passed, whatever it does. */
async function expire(app: App, scope: InstallationScope, run: RunRow): Promise<"expired"> {
  if (run.status === "running" && run.executionId !== null)
    await markCancelled({ tx: scope.tx, projectId: run.projectId }, run.executionId);
  const error = { code: "RUN_EXPIRED", message: "It did not end before its deadline." };
  await endRun(app, scope, run, { status: "expired", error });
  return "expired";
}

/** A run that is locked, a cron run with its binding. */
type Locked =
  | { mode: "started"; run: RunRow }
  | { mode: "cron"; attempt: LockedAttempt }
  | { mode: "delivery"; run: DeliveryRow };

async function lockOf(scope: InstallationScope, id: string): Promise<Locked | null> {
  const known = await findMode(scope, id);
  if (known?.mode === "cron") {
    const attempt = await lockAttempt(scope, known.bindingId ?? "", id);
    return attempt && { mode: "cron", attempt };
  }
  const run = await lockAnyRun(scope, id);
  if (run === undefined || run.mode === "cron") return null;
  return run.mode === "delivery" ? { mode: "delivery", run } : { mode: "started", run };
}

/** Ends an attempt whose worker is lost. Nobody can say how far it got. */
async function lose(app: App, scope: InstallationScope, locked: Locked): Promise<Completed> {
  if (locked.mode === "started") return { mode: locked.run.mode, status: await loseAttempt(app, scope, locked.run) };
  const run = locked.mode === "cron" ? locked.attempt.run : locked.run;
  const ended = { end: "failed" as const, reason: `WORKER_LOST: ${lostWith(run)}` };
  return locked.mode === "cron"
    ? { mode: "cron", status: await endCronAttempt(app, scope, locked.attempt, ended) }
    : { mode: "delivery", status: await endDelivery(app, scope, locked.run, ended) };
}

/** Ends a run whose deadline has passed. */
async function endOverdue(app: App, scope: InstallationScope, locked: Locked): Promise<Completed | null> {
  if (locked.mode === "delivery") return null;
  if (locked.mode === "cron") return { mode: "cron", status: await giveUpCron(app, scope, locked.attempt) };
  return { mode: locked.run.mode, status: await expire(app, scope, locked.run) };
}

/**
 * Makes sure that no run waits for ever, whichever process was killed: attempts with an expired lease are lost, runs
 * end at their deadline, and questions that nobody decided expire. Several replicas may run it at once.
 */
export async function reapRuns(app: App, metrics: LeasedMetrics): Promise<void> {
  const lockAndEnd = { leases: runLeases, lock: lockOf };
  const losing = { ...lockAndEnd, late: lost, end: lose.bind(null, app) };
  for await (const ended of endLate(app, losing)) countEnd(metrics, "lost", ended);
  metrics.deliveries.overdue(await app.store.inInstallation(giveUpDeliveries));
  const expiring = { ...lockAndEnd, late: overdue(app.clock), end: endOverdue.bind(null, app) };
  for await (const ended of endLate(app, expiring)) if (ended !== null) countEnd(metrics, null, ended);
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
