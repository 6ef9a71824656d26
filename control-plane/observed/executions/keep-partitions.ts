import type { App } from "../../ground/app.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { archiveBefore } from "./archive/archive-before.ts";
import { forgetBefore } from "./forget-before.ts";
import { oldestToKeep } from "./oldest-to-keep.ts";
import {
  addPartition,
  beImpatient,
  dropPartitionsBefore,
  listPartitions,
  summarizeTimes,
} from "./queries/partitions.ts";

const daysAhead = 7;

/** The first day that both EXECUTION_RETENTION_DAYS and EXECUTION_RETENTION_MB keep (`20261121`). */
async function firstDayKept(scope: InstallationScope, { settings, log }: App): Promise<string> {
  const rows = await listPartitions(scope);
  const today = rows[0]?.today ?? "";
  const { day, bytes } = oldestToKeep(rows, today, settings.executionRetentionDays, settings.executionRetentionMb);
  if (bytes > settings.executionRetentionMb * 1_048_576)
    log.warn({ bytes, limitMb: settings.executionRetentionMb }, "the executions of one day exceed their limit");
  return day;
}

/**
 * Maintains the daily partitions of `executions`. It creates those of today and the next seven days. It drops those
 * older than EXECUTION_RETENTION_DAYS, or beyond EXECUTION_RETENTION_MB counted from the newest, with all their data;
 * today's stays. With an archive, their executions go there first. Afterwards it removes the entries of lists, a little
 * at a time. If it cannot lock a partition, it tries again next time.
 */
export async function keepPartitions(app: App): Promise<void> {
  for (let day = 0; day <= daysAhead; day += 1) await app.store.inInstallation((scope) => addPartition(scope, day));
  await app.store.inInstallation(summarizeTimes);
  const day = await app.store.inInstallation((scope) => firstDayKept(scope, app), { readOnly: true });
  if (app.archive !== undefined) return archiveBefore(app, app.archive, day);
  const dropped = await app.store.inInstallation(async (scope) => {
    await beImpatient(scope);
    return dropPartitionsBefore(scope, day);
  });
  if (dropped.length === 0) return;
  app.log.info({ partitions: dropped }, "dropped old executions");
  await forgetBefore(app, new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`));
}
