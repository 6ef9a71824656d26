import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { cronRun, type CronRun } from "@ferrule/contract/resources/cron-binding.ts";
import type { ListedRunRow } from "./runs.ts";

export const toCronRun = (row: ListedRunRow): CronRun =>
  resourceFrom(cronRun, row, {
    requestedBy: row.requestedBy !== null && row.email !== null ? { id: row.requestedBy, email: row.email } : null,
    nextAttemptAt: row.status === "queued" && row.attempt > 0 ? row.dueAt.toISOString() : null,
  });
