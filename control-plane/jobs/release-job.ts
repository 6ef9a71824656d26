import type { InstallationScope } from "../store/scope.ts";
import { isHeldBy, type Holder } from "./held-job.ts";
import { lockJob, notifyQueued } from "./records.ts";

/** Puts a job back whose worker had gone before it got it, as if it had never been claimed. */
export async function releaseJob(scope: InstallationScope, jobId: string, holder: Holder): Promise<void> {
  const job = await lockJob(scope, jobId);
  if (!job || job.status !== "running" || !isHeldBy(job, holder)) return;
  await scope.tx
    .updateTable("jobs")
    .set((eb) => ({ status: "queued", attempt: eb("attempt", "-", 1), workerId: null, leaseUntil: null }))
    .where("id", "=", jobId)
    .execute();
  await notifyQueued(scope, job.kind);
}
