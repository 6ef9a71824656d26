import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { giveUpCronRuns } from "../../runs/queries/cron-runs.ts";
import { lockEnabled, moveNextRuns, notifyCronBindings, stopFiring } from "../queries/bindings.ts";
import { parseSchedule } from "./schedule.ts";

/**
 * Stops the crons of an archived Project: they no longer fire, and waiting runs never begin. Runs under way complete.
 */
export async function suspendCrons(scope: InstallationScope, projectId: string): Promise<void> {
  await stopFiring(scope, projectId);
  await giveUpCronRuns(scope, projectId, "The Project was archived.");
}

/**
 * Resumes the crons of a restored Project: they fire from now on, and occurrences in between do not count as missed.
 */
export async function resumeCrons(
  { clock }: Pick<App, "clock">,
  scope: InstallationScope,
  projectId: string,
): Promise<void> {
  const rows = await lockEnabled(scope, clock, projectId);
  const moved = rows.map(({ id, schedule, timezone, now }) => ({
    id,
    nextRunAt: parseSchedule(schedule, timezone).next(now),
  }));
  await moveNextRuns(scope, moved);
  await notifyCronBindings(scope);
}
