import type { InstallationScope } from "../store/scope.ts";
import { isHeldBy, type Holder } from "./held-job.ts";
import { lockJob, putBack } from "./queries/jobs.ts";

/** Requeues a job whose worker left before receiving it, as if it had never been claimed. */
export async function releaseJob(scope: InstallationScope, jobId: string, holder: Holder): Promise<void> {
  const job = await lockJob(scope, jobId);
  if (!job || job.status !== "running" || !isHeldBy(job, holder)) return;
  await putBack(scope, job);
}
