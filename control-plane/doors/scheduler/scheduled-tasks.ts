import type { App } from "../../ground/app.ts";
import { hasUnsealed } from "../../ground/audit/queries.ts";
import { sealAuditEvents } from "../../ground/audit/seal-audit-events.ts";
import { forgetGone, forgetResourceChanges } from "../../ground/changes/queries.ts";
import { collectUnused } from "../../releases/deployments/artifacts/collect-unused.ts";
import type { LeasedMetrics } from "../../serving/attempts/leased-metrics.ts";
import { announceRuns, reapRuns } from "../../serving/attempts/reap-runs.ts";
import { forgetFingerprints } from "../../serving/deliveries/queries/accept.ts";
import { pruneQuestions } from "../../serving/questions/queries.ts";
import { mayReapRuns } from "../../serving/runs/queries/claims.ts";
import { pruneEvents } from "../../serving/runs/queries/events.ts";
import { hasDueRuns } from "../../serving/runs/queries/lanes.ts";
import { endOrphans } from "../../serving/runs/end-orphans.ts";
import { hasOrphans, pruneRunKeys } from "../../serving/runs/queries/reap.ts";
import { pruneEndedRuns } from "../../serving/runs/removal/prune-ended-runs.ts";
import { mayBeStuck } from "../../releases/deployments/queries/stuck.ts";
import { mayExport } from "../../observed/exports/queries.ts";
import { createSendExports } from "../../observed/exports/send-exports.ts";
import { keepArchive } from "../../observed/executions/archive/keep-archive.ts";
import { keepPartitions } from "../../observed/executions/keep-partitions.ts";
import { pruneRollups } from "../../observed/executions/queries/roll-ups.ts";
import { pruneRunning } from "../../observed/executions/queries/running.ts";
import { pruneIdempotency } from "../../serving/idempotency/prune-idempotent-calls.ts";
import { usualLeaseMs } from "../internal/register-internal-routes.ts";
import { pruneCliSignIns } from "../../people/cli-sign-in/queries.ts";
import { pruneAnswers } from "../../people/identity/queries/sign-ins.ts";
import { recheckSignIns } from "../../people/identity/recheck-sign-ins.ts";
import { pruneQuotas } from "../../serving/limits/queries/quotas.ts";
import { pruneRates } from "../../serving/limits/queries/rates.ts";
import { pruneCallerSessions } from "../../serving/oauth/queries/caller-sessions.ts";
import { pruneOauth } from "../../serving/oauth/queries/grants.ts";
import { rotateSigningKeys } from "../../serving/oauth/tokens/signing-keys.ts";
import { pruneAlerts } from "../../whole/alerts/queries/alerts.ts";
import { hasDueMessages, pruneMessages } from "../../whole/alerts/queries/messages.ts";
import { sendMessages } from "../../whole/alerts/sending/send-messages.ts";
import { watchAlerts } from "../../whole/alerts/watch-alerts.ts";
import { hasOpenErasures } from "../../whole/erasures/queries.ts";
import { runErasures } from "../../whole/erasures/run-erasures.ts";
import { expireRecords } from "../../data/records/expire-records.ts";
import { migrateRecords } from "../../data/records/migrate-records.ts";
import { hasDueMigrations } from "../../data/records/queries/migrations.ts";
import { pruneRetired } from "../../data/secrets/queries/retired.ts";
import { pruneIdempotencyKeys } from "../../serving/idempotency/queries/keys.ts";
import { pruneSessions } from "../../people/session/queries.ts";
import { pruneUsage } from "../../observed/executions/queries/add-usage.ts";
import { pruneWorkers } from "../../ground/workers/queries.ts";
import { reapJobs } from "../../releases/job-kinds/reap-jobs.ts";
import { endPreviews } from "../../releases/previews/end-previews.ts";
import { hasEndedPreviews } from "../../releases/previews/queries/previews.ts";
import { mayReapJobs } from "../../ground/jobs/queries/reap.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { Task } from "./task.ts";

interface ScheduledTasks {
  metrics: LeasedMetrics;
  /** How long a worker keeps a job or a run without reporting. */
  leaseMs?: number | undefined;
  reapEveryMs?: number;
}

/** The cleanup of abandoned work waits. A control plane that has just started must serve the waiting requests first. */
const firstAfterMs = 15_000;

/** Removes executions older than `EXECUTION_RETENTION_DAYS`, and the remains of lost calls and workers. */
async function pruneByRetention(app: App): Promise<void> {
  const { executionRetentionDays } = app.settings;
  await app.store.inInstallation(async (scope) => {
    await pruneRunning(scope);
    await pruneRollups(scope, executionRetentionDays);
    await pruneUsage(scope);
    await pruneWorkers(scope);
    await forgetFingerprints(scope);
    await pruneRunKeys(scope);
    await pruneEvents(scope);
    await pruneMessages(scope);
    await pruneAlerts(scope);
  });
  await pruneEndedRuns(app);
}

/** Removes rows of small tables whose time is over. */
async function pruneOutdated(scope: InstallationScope): Promise<void> {
  await pruneSessions(scope);
  await pruneCliSignIns(scope);
  await pruneIdempotencyKeys(scope);
  await pruneQuestions(scope);
  await pruneRetired(scope);
  await pruneOauth(scope);
  await pruneCallerSessions(scope);
  await pruneAnswers(scope);
  await pruneRates(scope);
  await pruneQuotas(scope);
}

/**
 * The tasks of runs of all modes. Only these tasks notice that a retry is due, so it begins at most one tick late. A new
 * leader first waits for as long as leases last before it takes one away, because the workers may have been unable to
 * report.
 */
const leasedRuns = (metrics: LeasedMetrics, leaseMs: number): Task[] => [
  { name: "announce-runs", everyMs: 0, hasWork: ({ clock }) => [hasDueRuns(clock)], run: announceRuns },
  { name: "end-orphans", everyMs: 0, hasWork: () => [hasOrphans], run: endOrphans },
  {
    name: "reap-runs",
    everyMs: 1_000,
    firstAfterMs: leaseMs,
    hasWork: (app) => [mayReapRuns(app)],
    run: (app) => reapRuns(app, metrics),
  },
];

/** The control plane's recurring work, done by one replica at a time. */
export const scheduledTasks = ({ metrics, leaseMs = usualLeaseMs, reapEveryMs = 2_000 }: ScheduledTasks): Task[] => [
  {
    name: "reap-jobs",
    everyMs: reapEveryMs,
    hasWork: () => [mayReapJobs, mayBeStuck],
    run: async (app) => {
      const moved = await reapJobs(app);
      if (moved > 0) app.log.info({ moved }, "moved jobs that nobody worked on");
    },
  },
  ...leasedRuns(metrics, leaseMs),
  // Runs with each tick, so that every event is sealed within a second.
  { name: "seal-audit-events", everyMs: 0, hasWork: () => [hasUnsealed], run: sealAuditEvents },
  { name: "send-exports", everyMs: 1_000, hasWork: () => [mayExport], run: createSendExports() },
  // A new leader waits until workers and other control planes have reported again.
  { name: "watch-alerts", everyMs: 15_000, firstAfterMs, run: watchAlerts },
  { name: "send-alerts", everyMs: 1_000, hasWork: () => [hasDueMessages], run: sendMessages },
  { name: "keep-partitions", everyMs: 3_600_000, run: keepPartitions },
  { name: "keep-archive", everyMs: 60_000, firstAfterMs, run: keepArchive },
  {
    name: "prune-executions",
    everyMs: 60_000,
    firstAfterMs,
    run: pruneByRetention,
  },
  { name: "collect-unused", everyMs: 3_600_000, firstAfterMs, run: collectUnused },
  { name: "forget-gone", everyMs: 3_600_000, firstAfterMs, run: (app) => app.store.inInstallation(forgetGone) },
  {
    name: "forget-resource-changes",
    everyMs: 60_000,
    firstAfterMs,
    run: (app) => app.store.inInstallation(forgetResourceChanges),
  },
  {
    name: "sweep-cache",
    everyMs: 60_000,
    firstAfterMs,
    run: async ({ cache, log }) => {
      const removed = await cache.sweep();
      if (removed > 0) log.debug({ removed }, "swept the cache");
    },
  },
  { name: "prune-idempotency", everyMs: 60_000, firstAfterMs, run: pruneIdempotency },
  { name: "rotate-signing-keys", everyMs: 3_600_000, firstAfterMs, run: (app) => rotateSigningKeys(app) },
  { name: "recheck-sign-ins", everyMs: 30_000, firstAfterMs, run: (app) => recheckSignIns(app) },
  { name: "expire-records", everyMs: 5_000, run: expireRecords },
  { name: "run-erasures", everyMs: 1_000, hasWork: () => [hasOpenErasures], run: runErasures },
  { name: "end-previews", everyMs: 60_000, hasWork: () => [hasEndedPreviews], run: endPreviews },
  { name: "migrate-records", everyMs: 1_000, hasWork: () => [hasDueMigrations], run: migrateRecords },
  {
    name: "prune",
    everyMs: 60_000,
    firstAfterMs,
    run: ({ store }) => store.inInstallation(pruneOutdated),
  },
];
