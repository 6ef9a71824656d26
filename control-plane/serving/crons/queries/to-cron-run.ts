import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { cronRun, type CronRun } from "@ferrule/contract/resources/cron-binding.ts";
import type { ListedRunRow } from "./runs.ts";

/** A cron run as the API shows it. One that was cancelled has failed. */
export const toCronRun = (row: ListedRunRow): CronRun =>
  resourceFrom(
    cronRun,
    { ...row, cronBindingId: row.bindingId, status: row.status === "cancelled" ? "failed" : row.status },
    {
      requestedBy: row.requestedBy !== null && row.email !== null ? { id: row.requestedBy, email: row.email } : null,
      nextAttemptAt: row.status === "queued" && row.attempt > 0 ? (row.dueAt?.toISOString() ?? null) : null,
    },
  );
