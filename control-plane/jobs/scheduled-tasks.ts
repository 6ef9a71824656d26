import { sealAuditEvents } from "../audit/seal-audit-events.ts";
import { forgetGone } from "../changes/forget-gone.ts";
import { collectUnused } from "../deployments/collect-unused.ts";
import type { CronMetrics } from "../cron-runs/cron-metrics.ts";
import { createCronReaper, pruneCronRuns } from "../cron-runs/reap-cron-runs.ts";
import { pruneFeed } from "../executions/feed.ts";
import { keepPartitions } from "../executions/keep-partitions.ts";
import { pruneRollups } from "../executions/roll-up.ts";
import { pruneRunning } from "../executions/running-records.ts";
import { usualLeaseMs } from "../internal/register-internal-routes.ts";
import { expireRecords } from "../records/expire-records.ts";
import { migrateRecords } from "../records/migrate-records.ts";
import { pruneRetired } from "../secrets/retired-records.ts";
import { prune } from "../store/prune.ts";
import { pruneWorkers } from "../workers/records.ts";
import { reapJobs } from "./reap-jobs.ts";
import type { Task } from "./start-scheduler.ts";

interface ScheduledTasks {
  cronMetrics: CronMetrics;
  /** How long a worker has a job or a run without reporting. */
  leaseMs?: number | undefined;
  reapEveryMs?: number;
}

/** What nobody waits for is left until a control plane that starts has answered what was waiting for it. */
const firstAfterMs = 15_000;

/** What the control plane does again and again, on one replica at a time. */
export const scheduledTasks = ({
  cronMetrics,
  leaseMs = usualLeaseMs,
  reapEveryMs = 2_000,
}: ScheduledTasks): Task[] => [
  {
    name: "reap-jobs",
    everyMs: reapEveryMs,
    run: async (app) => {
      const moved = await app.store.inInstallation(reapJobs);
      if (moved > 0) app.log.info({ moved }, "moved jobs that nobody worked on");
    },
  },
  { name: "reap-cron-runs", everyMs: 1_000, run: createCronReaper(cronMetrics, leaseMs) },
  // With each tick, so that an event is sealed within a second.
  { name: "seal-audit-events", everyMs: 0, run: sealAuditEvents },
  { name: "keep-partitions", everyMs: 3_600_000, run: keepPartitions },
  {
    name: "prune-executions",
    everyMs: 60_000,
    firstAfterMs,
    run: ({ store, settings }) =>
      store.inInstallation(async (scope) => {
        await pruneFeed(scope);
        await pruneRunning(scope);
        await pruneRollups(scope, settings.executionRetentionDays);
        await pruneWorkers(scope);
        await pruneCronRuns(scope, settings.executionRetentionDays);
      }),
  },
  { name: "collect-unused", everyMs: 3_600_000, firstAfterMs, run: collectUnused },
  { name: "forget-gone", everyMs: 3_600_000, firstAfterMs, run: (app) => app.store.inInstallation(forgetGone) },
  {
    name: "sweep-cache",
    everyMs: 60_000,
    firstAfterMs,
    run: async ({ cache, log }) => {
      const removed = await cache.sweep();
      if (removed > 0) log.debug({ removed }, "swept the cache");
    },
  },
  { name: "expire-records", everyMs: 5_000, run: expireRecords },
  { name: "migrate-records", everyMs: 1_000, run: migrateRecords },
  {
    name: "prune",
    everyMs: 60_000,
    firstAfterMs,
    run: ({ store }) =>
      store.inInstallation(async (scope) => {
        await prune(scope);
        await pruneRetired(scope);
      }),
  },
];
