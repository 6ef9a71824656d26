import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../../store/scope.ts";
import { json } from "../../store/json.ts";
import { notifyEvent, type JobRow } from "./jobs.ts";

/** Stores log lines of a validation or test and wakes the streams that follow it. */
export async function appendEvents(scope: InstallationScope, job: JobRow, entries: LogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await scope.tx
    .insertInto("jobEvents")
    .values(entries.map((entry) => ({ jobId: job.id, projectId: job.projectId, entry: json(entry) })))
    .execute();
  await notifyEvent(scope, job.id);
}
