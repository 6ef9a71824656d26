import type { RunStatus } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { markCancelled } from "../../observed/executions/queries/running.ts";
import { endRun } from "./end-run.ts";
import { lockRun, markCancelling } from "./queries/runs.ts";
import { hasEnded } from "./queries/waits.ts";

/**
 * Gives up a run. One that is running ends when its worker has stopped it, within a second; `endOrphans` gives up its
 * children meanwhile. Returns its state from now on; null if there is none, or it has ended already.
 */
export async function cancelRun(app: App, scope: AnyScope, id: string): Promise<RunStatus | null> {
  const run = await lockRun(scope, id);
  if (run === undefined || hasEnded(run.status)) return null;
  if (run.status !== "running") {
    await endRun(app, scope, run, { status: "cancelled" });
    return "cancelled";
  }
  await markCancelling(scope, id);
  if (run.executionId !== null) await markCancelled({ tx: scope.tx, projectId: run.projectId }, run.executionId);
  return "running";
}
