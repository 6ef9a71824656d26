import type { CronRun } from "@ferrule/contract/resources/cron-binding.ts";
import type { ListedRunRow } from "../queries/runs.ts";

export const toCronRun = (row: ListedRunRow): CronRun => ({
  id: row.id,
  projectId: row.projectId,
  cronBindingId: row.cronBindingId,
  trigger: row.trigger,
  scheduledFor: row.scheduledFor.toISOString(),
  status: row.status,
  attempt: row.attempt,
  executionId: row.executionId,
  requestedBy: row.requestedBy !== null && row.email !== null ? { id: row.requestedBy, email: row.email } : null,
  reason: row.reason,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  nextAttemptAt: row.status === "queued" && row.attempt > 0 ? row.dueAt.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});
