import type { App } from "../app.ts";
import type { InstallationScope } from "../store/scope.ts";
import { oldestToKeep } from "./oldest-to-keep.ts";
import { addPartition, beImpatient, dropPartitionsBefore, listPartitions } from "./queries/partitions.ts";

const daysAhead = 7;

/** The first day that EXECUTION_RETENTION_DAYS and EXECUTION_RETENTION_MB together leave (`2026-11-21`). */
async function firstDayKept(scope: InstallationScope, { settings, log }: App): Promise<string> {
  const rows = await listPartitions(scope);
  const today = rows[0]?.today ?? "";
  const { day, bytes } = oldestToKeep(rows, today, settings.executionRetentionDays, settings.executionRetentionMb);
  if (bytes > settings.executionRetentionMb * 1_048_576)
    log.warn({ bytes, limitMb: settings.executionRetentionMb }, "the executions of one day exceed their limit");
  return day;
}

/**
 * Sees to the daily partitions of `executions`: today's and the next seven exist, and those older than
 * EXECUTION_RETENTION_DAYS, or beyond EXECUTION_RETENTION_MB when the newest are counted first, are dropped with all
 * they hold; today's stays. What could not have its lock is tried again the next time.
 */
export async function keepPartitions(app: App): Promise<void> {
  for (let day = 0; day <= daysAhead; day += 1) await app.store.inInstallation((scope) => addPartition(scope, day));
  const dropped = await app.store.inInstallation(async (scope) => {
    await beImpatient(scope);
    return dropPartitionsBefore(scope, await firstDayKept(scope, app));
  });
  if (dropped.length > 0) app.log.info({ partitions: dropped }, "dropped old executions");
}
