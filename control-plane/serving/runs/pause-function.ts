import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { insertPause, removePause } from "./queries/pauses.ts";
import { wakeFunction } from "./queries/lanes.ts";

/** Lets no attempt of a Function's runs begin until they are resumed. Returns false if they are paused already. */
export const pauseFunction = (
  scope: ProjectScope,
  paused: { functionId: string; environment: Environment; pausedBy: string },
): Promise<boolean> => insertPause(scope, paused);

/** Lets the runs of a paused Function go on. Returns false if they are not paused. */
export async function resumeFunction(
  scope: ProjectScope,
  { functionId, environment }: { functionId: string; environment: Environment },
): Promise<boolean> {
  const removed = await removePause(scope, functionId, environment);
  if (removed) await wakeFunction(scope, functionId, environment);
  return removed;
}
