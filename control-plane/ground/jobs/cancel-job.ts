import type { AnyScope } from "../store/scope.ts";
import { endJob, lockJob } from "./queries/jobs.ts";

/** Cancels an unfinished job. Its worker learns of it with the next report of progress. */
export async function cancelJob(scope: AnyScope, jobId: string): Promise<void> {
  const job = await lockJob(scope, jobId);
  if (job && (job.status === "queued" || job.status === "running")) await endJob(scope, job, { status: "cancelled" });
}
