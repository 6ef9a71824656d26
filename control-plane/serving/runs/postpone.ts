import type { App } from "../../ground/app.ts";
import { later } from "../../ground/store/clock.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { freeLane } from "./lanes/free-lane.ts";
import { notifyRuns } from "./queries/notify.ts";
import { changeRun, type RunRow } from "./queries/runs.ts";

/** Lets a locked run begin its next attempt after a time, in milliseconds. */
export async function requeue(
  app: App,
  scope: AnyScope,
  run: RunRow,
  { afterMs, ...counted }: { afterMs: number; losses?: number; failures?: number; executionId?: null; beganAt?: null },
): Promise<void> {
  const queue = afterMs > 0 ? "later" : "ready";
  await changeRun(scope, run.id, { ...counted, status: "queued", queue, dueAt: later(app.clock, afterMs) });
  if (queue === "ready") await notifyRuns(scope);
  await freeLane(scope, run);
}

/** The same for an attempt in which nothing has run: it does not count. */
export const postpone = (app: App, scope: AnyScope, run: RunRow, afterMs: number): Promise<void> =>
  requeue(app, scope, run, { afterMs, executionId: null, ...(run.attempt <= 1 ? { beganAt: null } : {}) });
