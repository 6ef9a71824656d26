import type { AnyScope } from "../../../ground/store/scope.ts";
import { lockLanes, unblock } from "../queries/lanes.ts";
import type { RunRow } from "../queries/runs.ts";

/**
 * Lets blocked runs of a lane go on when one of its runs is no longer running. Call it last in the transaction: whoever
 * holds a lane waits for no row. So a claim that has just found the lane full and blocks a run cannot miss this.
 */
export async function freeLane(
  scope: AnyScope,
  { projectId, lane, concurrency }: Pick<RunRow, "projectId" | "lane" | "concurrency">,
): Promise<void> {
  if (concurrency === null) return;
  await lockLanes(scope, [{ projectId, lane }]);
  await unblock(scope, { projectId, lane }, concurrency);
}
