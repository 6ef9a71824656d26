import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ErasedPart, Whose } from "../../../ground/store/whose.ts";
import { markCancelled } from "../../../observed/executions/queries/running.ts";
import { dropSeal } from "../seals/kept-seals.ts";
import { freeLane } from "../lanes/free-lane.ts";
import { deleteTheirRuns } from "../queries/erase-runs.ts";

/**
 * Removes some of an owner's runs from before a given time. One that is running is stopped within a second, and gets no
 * further attempt. The runs of others that waited for room go on.
 * @param which With `unended`, only those that have not ended
 */
export async function eraseRuns(
  scope: ProjectScope,
  whose: Whose,
  before: Date,
  which: { unended: boolean } = { unended: false },
): Promise<ErasedPart> {
  const { stopped, ...part } = await deleteTheirRuns(scope, whose, before, which);
  for (const { id, status, executionId } of stopped) {
    dropSeal(id);
    if (status === "running" && executionId !== null) await markCancelled(scope, executionId);
  }
  const lanes = new Map(stopped.filter(({ status }) => status === "running").map((run) => [run.lane, run]));
  for (const run of [...lanes.values()].sort((a, b) => (a.lane < b.lane ? -1 : 1))) await freeLane(scope, run);
  return part;
}
