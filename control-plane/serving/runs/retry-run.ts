import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { cancelRun } from "./cancel-run.ts";
import { notifyRuns } from "./queries/notify.ts";
import { forgetFrom, lockLeftChildren, reopenRun } from "./queries/retry.ts";
import { lockRun } from "./queries/runs.ts";
import { hasEnded } from "./queries/waits.ts";

/**
 * Lets a run that failed, expired or was cancelled go on from its top, with the results of its steps: without those that failed, and with
 * `fromStep`, without the results of that step and of those after it. The runs that these steps have started end, and so
 * do the children of a run that was given up. Its deadline begins again. Returns false if there is no such run.
 * @throws PublicError INVALID_STATE when it has not ended, has succeeded, or is tried only once. NOT_FOUND when it has no
 * such step.
 */
export async function retryRun(app: App, scope: AnyScope, id: string, fromStep?: string): Promise<boolean> {
  const run = await lockRun(scope, id);
  if (run === undefined) return false;
  if (!hasEnded(run.status)) throw new PublicError("INVALID_STATE", "The run has not ended.");
  if (run.status === "succeeded")
    throw new PublicError("INVALID_STATE", "The run has succeeded. Start it again instead.");
  if (run.mode === "once")
    throw new PublicError("INVALID_STATE", "A call that was approved runs once. Start it again instead.");
  for (const child of await lockLeftChildren(scope, [id], fromStep)) await cancelRun(app, scope, child);
  const found = await forgetFrom(scope, id, fromStep);
  if (!found) throw new PublicError("NOT_FOUND", "The run has no such step.");
  await reopenRun(scope, app.clock, id);
  await notifyRuns(scope);
  return true;
}
