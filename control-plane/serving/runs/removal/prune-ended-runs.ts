import type { App } from "../../../ground/app.ts";
import { pruneRuns } from "../queries/reap.ts";

/**
 * Removes the runs that ended more than `EXECUTION_RETENTION_DAYS` ago, with their steps and approvals, in short
 * transactions until none is left. So it keeps up however many runs end.
 */
export async function pruneEndedRuns({
  store,
  settings: { executionRetentionDays },
  closing,
}: Pick<App, "store" | "settings" | "closing">): Promise<void> {
  let more = true;
  while (more && !closing.aborted)
    more = await store.inInstallation((scope) => pruneRuns(scope, executionRetentionDays));
}
