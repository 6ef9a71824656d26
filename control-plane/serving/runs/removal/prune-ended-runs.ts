import { runModes } from "@ferrule/contract/states.ts";
import type { App } from "../../../ground/app.ts";
import { pruneRuns } from "../queries/reap.ts";
import { archiveEndedRuns } from "./archive-ended-runs.ts";

/**
 * Removes the runs that ended more than `EXECUTION_RETENTION_DAYS` ago, with their steps and approvals, in short
 * transactions until none is left. So it keeps up however many runs end. With an archive, runs that calls started go
 * there first.
 */
export async function pruneEndedRuns(
  app: Pick<App, "store" | "settings" | "log" | "closing" | "archive">,
): Promise<void> {
  const { store, settings, closing, archive } = app;
  if (archive !== undefined) await archiveEndedRuns(app, archive);
  const modes = archive === undefined ? runModes : (["cron", "delivery"] as const);
  for (let more = true; more && !closing.aborted;)
    more = await store.inInstallation((scope) => pruneRuns(scope, settings.executionRetentionDays, modes));
}
