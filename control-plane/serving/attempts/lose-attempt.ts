import type { App } from "../../ground/app.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endRun } from "../runs/end-run.ts";
import { requeue } from "../runs/postpone.ts";
import type { RunRow } from "../runs/queries/runs.ts";

/** After this many attempts in a row that were lost with their workers, a run has failed. */
const mostLosses = 10;
const longestPauseMs = 60_000;

/** Whose worker is lost, in words. */
export const lostWith = ({ workerId }: { workerId: string | null }) => `Worker ${workerId} was lost while it ran this.`;

/**
 * Ends an attempt of a run that a call started, and that was lost with its worker or with the executor in it. The run goes
 * on, if it can.
 */
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
    const error = { code: "WORKER_LOST", message: lostWith(run) };
    await endRun(app, scope, run, { status: "failed", error });
    return "failed";
  }
  const afterMs = losses === 1 ? 0 : Math.min(1_000 * 2 ** (losses - 2), longestPauseMs);
  await requeue(app, scope, run, { afterMs, losses });
  return "queued";
}
