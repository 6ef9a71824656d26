import { PublicError } from "@ferrule/contract/errors.ts";
import type { InstallationScope } from "../store/scope.ts";
import { lockJob, type JobRow } from "./queries/jobs.ts";

/** The worker that claimed a job, and the attempt: both must match in a report. */
export interface Holder {
  workerId: string;
  attempt: number;
}

export const isHeldBy = (job: JobRow, holder: Holder): boolean =>
  job.workerId === holder.workerId && job.attempt === holder.attempt;

/**
 * The lease expired, or belongs to another attempt, or the job was deleted with its Project. The worker drops the job.
 */
export const leaseLost = () => new PublicError("INVALID_STATE", "The lease of this job is lost.");

/**
 * The job, locked, if `holder` has it or was the last one to have it.
 * @throws PublicError INVALID_STATE when the lease is lost.
 */
export async function heldJob(scope: InstallationScope, jobId: string, holder: Holder): Promise<JobRow> {
  const job = await lockJob(scope, jobId);
  if (!job || job.status === "queued" || !isHeldBy(job, holder)) throw leaseLost();
  return job;
}
