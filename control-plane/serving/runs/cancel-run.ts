import type { StartedRunStatus } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { markCancelled } from "../../observed/executions/queries/running.ts";
import { endRun } from "./end-run.ts";
import { lockRun, markCancelling, type RunRow } from "./queries/runs.ts";
import { hasEnded } from "./queries/waits.ts";

/** Asks the worker of a locked run to stop it. */
export async function stopRunning(
  scope: AnyScope,
  { id, projectId, executionId }: Pick<RunRow, "id" | "projectId" | "executionId">,
): Promise<void> {
  await markCancelling(scope, id);
  if (executionId !== null) await markCancelled({ tx: scope.tx, projectId }, executionId);
}

/**
 * Gives up a run. One that is running ends when its worker has stopped it, within a second; `endOrphans` gives up its
 * children meanwhile. Returns its state from now on; null if there is none, or it has ended already.
 */
export async function cancelRun(app: App, scope: AnyScope, id: string): Promise<StartedRunStatus | null> {
  const run = await lockRun(scope, id);
  if (run === undefined || hasEnded(run.status)) return null;
  if (run.status !== "running") {
    await endRun(app, scope, run, { status: "cancelled" });
    return "cancelled";
  }
  await stopRunning(scope, run);
  return "running";
}
