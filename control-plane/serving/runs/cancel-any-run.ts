import { isStarted } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { cancelRun, stopRunning } from "./cancel-run.ts";
import { freeLane } from "./lanes/free-lane.ts";
import { giveUpRuns } from "./queries/many.ts";
import { lockAnyRun } from "./queries/retried.ts";

/**
 * Gives up a run of any mode, or a dead delivery, which is discarded so. One that is running ends when its worker has
 * stopped it. Returns false if there is none, or it has ended already.
 */
export async function cancelAnyRun(app: App, scope: ProjectScope, id: string): Promise<boolean> {
  const run = await lockAnyRun(scope, id);
  if (run === undefined) return false;
  if (isStarted(run.mode)) return (await cancelRun(app, scope, id)) !== null;
  if (run.status === "running") {
    await stopRunning(scope, run);
    return true;
  }
  if (run.status !== "queued" && !(run.mode === "delivery" && run.status === "failed")) return false;
  await giveUpRuns(scope, [id]);
  await freeLane(scope, run);
  return true;
}
